//! The binary as a server: played by programs of strangers, stopped, killed, copied and restored.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use krigsspil_strain::http::Http;
use krigsspil_strain::postgres::Postgres;
use krigsspil_strain::server::Server;
use krigsspil_strain::socket::Socket;
use serde_json::{Value, json};

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_krigsspil"))
}

async fn serve(store: &[&str]) -> Server {
    let store: Vec<String> = store.iter().map(ToString::to_string).collect();
    Server::start(binary(), &store).await.unwrap()
}

fn ready(key: &str) -> Value {
    json!({"key": key, "action": {"do": "ready"}})
}

/// The secret link of a seat.
fn token(made: &Value, seat: &str) -> String {
    let link = made["links"].as_array().unwrap().iter().find(|link| link["seat"] == seat).unwrap();
    link["token"].as_str().unwrap().to_string()
}

async fn meeting(server: &Server) -> Value {
    let (status, made) =
        Http::new(server.address, "").post("/api/games", &json!({"scenario": "meeting"})).await;
    assert_eq!(status, 201, "{made}");
    made
}

/// Programs that know only `docs/api-games.md` play whole battles: two against each other over HTTP, and one over a socket that it loses again and again.
#[tokio::test(flavor = "multi_thread")]
async fn programs_of_strangers_play() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("python3 is not on this machine: the programs in docs/examples are not run");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&["--store", &folder.path().join("games.sqlite").display().to_string()]).await;
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/players.py");
    let address = format!("http://{}", server.address);
    let run = tokio::task::spawn_blocking(move || Command::new("python3").args([program, &address]).output());
    let output = run.await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("over HTTP: 2 seats") && said.contains("over a socket"), "{said}");
    assert!(server.terminate().await.unwrap());
}

/// The five requests of `docs/api-games.md`, typed as they stand there, are answered as the page says.
#[tokio::test(flavor = "multi_thread")]
async fn the_five_requests_of_the_page_are_answered() {
    if Command::new("curl").arg("--version").output().is_err() {
        eprintln!("curl is not on this machine: the five requests of docs/api-games.md are not run");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&["--store", &folder.path().join("games.sqlite").display().to_string()]).await;
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api-games.md");
    let page = std::fs::read_to_string(page).unwrap().replace("\\\n", " ");
    let typed = page.lines().filter(|line| line.starts_with("curl "));
    let mut answers: Vec<Value> = Vec::new();
    for request in typed {
        let request =
            request.replace("localhost:1815", &server.address.to_string()).replace("wait=15", "wait=1");
        let blue = answers.first().map(|made| token(made, "blue")).unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", &request]).env("BLUE", format!("authorization: Bearer {blue}"));
        let output = tokio::task::spawn_blocking(move || shell.output()).await.unwrap().unwrap();
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        answers.push(
            serde_json::from_str(&answer).unwrap_or_else(|fault| panic!("{request}: {fault}: {answer}")),
        );
    }
    let [made, state, preview, acted, since] = answers.as_slice() else {
        panic!("{} requests", answers.len())
    };
    assert_eq!(made["dice_hash"].as_str().map(str::len), Some(64), "{made}");
    assert!(state["view"]["units"].is_array() && state["prompts"][0]["default"].is_object(), "{state}");
    assert!(preview.get("code").is_none() && preview.is_object(), "{preview}");
    assert_eq!(acted, &json!({"seq": 2, "repeated": false}));
    assert!(since["items"].is_array(), "{since}");
    assert!(server.terminate().await.unwrap());
}

/// SIGTERM: the socket is closed with 1001, a request that waits is answered at once, the program ends without a fault, and the next one goes on where it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_told_to_stop_loses_nobodys_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite").display().to_string();
    let server = serve(&["--store", &file]).await;
    let made = meeting(&server).await;
    let (blue, red) = (token(&made, "blue"), token(&made, "red"));
    let acted = Http::new(server.address, &blue).post("/api/game/act", &ready("1")).await;
    assert_eq!(acted.0, 200, "{acted:?}");
    let mut socket = Socket::sit(server.address, &red, None).await;
    let seq = socket.until("state").await.pop().unwrap()["seq"].as_i64().unwrap();
    let waits = Http::new(server.address, &red);
    let waits = tokio::spawn(async move { waits.get(&format!("/api/game/items?since={seq}&wait=15")).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    let (stopped, code, waited) = tokio::join!(server.terminate(), socket.closed(), waits);
    assert_eq!((stopped.unwrap(), code), (true, 1001));
    assert_eq!(waited.unwrap().1["items"], json!([]));
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let server = serve(&["--store", &file]).await;
    let again = Http::new(server.address, &blue).post("/api/game/act", &ready("1")).await.1;
    assert_eq!(again["repeated"], true);
    let mut socket = Socket::sit(server.address, &red, Some(seq)).await;
    socket.until("state").await;
    assert_eq!(
        socket.ask(1, json!({"ask": "act", "key": "1", "action": {"do": "ready"}})).await["type"],
        "answer"
    );
    assert!(server.terminate().await.unwrap());
}

/// `krigsspil backup` copies the file while the server writes to it. The copy is of one moment, and a server on it goes on from there with the same links.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_is_copied_while_it_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite").display().to_string();
    let copy = folder.path().join("copy.sqlite").display().to_string();
    let server = serve(&["--store", &file]).await;
    let made = meeting(&server).await;
    let blue = Http::new(server.address, &token(&made, "blue"));
    let say =
        |number: usize| json!({"key": number.to_string(), "to": "all", "text": format!("message {number}")});
    for number in 1..=5 {
        assert_eq!(blue.post("/api/game/chat", &say(number)).await.0, 200);
    }
    let writer = blue.clone();
    let writing = tokio::spawn(async move {
        let mut number = 5;
        loop {
            number += 1;
            assert_eq!(writer.post("/api/game/chat", &say(number)).await.0, 200);
        }
    });
    let (from, into) = (file.clone(), copy.clone());
    let backup = move || Command::new(binary()).args(["backup", "--store", &from, "-o", &into]).output();
    let output = tokio::task::spawn_blocking(backup).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    writing.abort();
    let (from, into) = (file.clone(), copy.clone());
    let again = Command::new(binary()).args(["backup", "--store", &from, "-o", &into]).output().unwrap();
    assert!(!again.status.success(), "a copy is not written over another");
    assert!(server.terminate().await.unwrap());
    let restored = serve(&["--store", &copy]).await;
    let blue = Http::new(restored.address, &token(&made, "blue"));
    let items = blue.items().await;
    let texts: Vec<_> =
        items.iter().filter(|item| item["type"] == "said").map(|item| item["text"].clone()).collect();
    let wanted: Vec<_> = (1..=texts.len()).map(|number| json!(format!("message {number}"))).collect();
    assert!(texts.len() >= 5);
    assert_eq!(texts, wanted);
    assert_eq!(blue.post("/api/game/act", &ready("on")).await.0, 200);
    assert!(restored.terminate().await.unwrap());
}

/// Two processes serve one PostgreSQL. The one that writes a game is killed. The other takes the game over within seconds, without anybody asking it twice;
/// nothing acknowledged is lost, and nothing is done twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_is_taken_over() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.address();
    let (first, second) = (serve(&["--database", &database]).await, serve(&["--database", &database]).await);
    let made = meeting(&first).await;
    let (blue, red) = (token(&made, "blue"), token(&made, "red"));
    // The first process writes: it was asked first. The second passes on.
    let acted = Http::new(first.address, &blue).post("/api/game/act", &ready("b1")).await;
    assert_eq!(acted.0, 200, "{acted:?}");
    let red_there = Http::new(second.address, &red);
    assert_eq!(red_there.post("/api/game/act", &ready("r1")).await.0, 200);
    let mut socket = Socket::sit(second.address, &red, Some(0)).await;
    let before = socket.until("state").await;
    let items = before.iter().filter(|message| message["type"] == "item").count();
    first.kill().await.unwrap();
    let began = Instant::now();
    let blue = Http::new(second.address, &blue);
    let acted = blue.post("/api/game/act", &ready("b2")).await;
    assert_eq!(acted.0, 200, "{acted:?}");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert_eq!(blue.post("/api/game/act", &ready("b1")).await.1["repeated"], true);
    assert_eq!(blue.post("/api/game/act", &ready("b2")).await.1["repeated"], true);
    assert_eq!(red_there.post("/api/game/act", &ready("r2")).await.0, 200);
    let mut heard = items;
    loop {
        let message = socket.next().await.unwrap();
        if message["type"] == "item" {
            heard += 1;
            assert_eq!(message["seq"], json!(heard), "no item is lost or doubled");
        }
        if message["state"]["table"]["turn"] == 3 {
            break;
        }
    }
    for seat in [&blue, &red_there] {
        let items = seat.items().await;
        let keys: Vec<_> = items.iter().filter_map(|item| item["key"].as_str()).collect();
        assert_eq!(keys.len(), 2, "{keys:?}");
    }
    assert!(second.terminate().await.unwrap());
}

/// A process that sleeps through its lease wakes up to find its game written by another: it shows what that one has stored, and stores nothing of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_slept_shows_nothing_old() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.address();
    let (first, second) = (serve(&["--database", &database]).await, serve(&["--database", &database]).await);
    let made = meeting(&first).await;
    let (blue, red) = (token(&made, "blue"), token(&made, "red"));
    let blue_here = Http::new(first.address, &blue);
    assert_eq!(blue_here.post("/api/game/act", &ready("b1")).await.0, 200);
    let mut socket = Socket::sit(first.address, &blue, Some(0)).await;
    socket.until("state").await;
    let process = first.process().unwrap().to_string();
    let signal =
        |signal: &str| assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
    signal("-STOP");
    let there = Http::new(second.address, &red);
    assert_eq!(there.post("/api/game/act", &ready("r1")).await.0, 200);
    let wanted = Http::new(second.address, &blue).get("/api/game").await.1;
    assert_eq!(wanted["table"]["turn"], 2);
    signal("-CONT");
    assert_eq!(blue_here.get("/api/game").await.1, wanted);
    loop {
        if socket.until("state").await.pop().unwrap()["state"]["table"]["turn"] == 2 {
            break;
        }
    }
    assert_eq!(blue_here.post("/api/game/act", &ready("b2")).await.0, 200);
    assert!(first.terminate().await.unwrap() && second.terminate().await.unwrap());
}

/// The list of words behind an instruction of the Dockerfile.
fn instruction(file: &str, begins: &str) -> Vec<String> {
    let line = file.lines().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("no {begins}"));
    serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap()
}

/// The container starts the binary with flags that it takes, on a folder of its own and as PostgreSQL's client alike, and its question after the server's
/// health is answered while the server runs. What it copies is there, and it does not run as root.
#[test]
fn the_container_starts_and_is_healthy() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = std::fs::read_to_string(top.join("Dockerfile")).unwrap();
    for line in file.lines().filter(|line| line.starts_with("COPY ") && !line.contains("--from")) {
        for source in line.split(' ').skip(1).filter(|word| *word != "./") {
            assert!(top.join(source).exists(), "{line}: {source}");
        }
    }
    assert!(file.contains("\nUSER krigsspil\n"));
    let entry = instruction(&file, "ENTRYPOINT");
    let flags: Vec<String> = entry[1..].iter().map(|word| word.replace("1815", "0")).collect();
    let data = tempfile::tempdir().unwrap();
    let postgres = Postgres::start();
    for database in [None].into_iter().chain(postgres.iter().map(|postgres| Some(postgres.address()))) {
        let mut command = Command::new(binary());
        command.args(["--lang", "en"]).args(&flags).env("XDG_DATA_HOME", data.path()).stdout(Stdio::piped());
        command
            .env_remove("KRIGSSPIL_DATABASE")
            .envs(database.map(|address| ("KRIGSSPIL_DATABASE", address)));
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let after = said.rsplit("localhost:").next().unwrap_or_default();
        let port: String = after.chars().take_while(char::is_ascii_digit).collect();
        let asks = instruction(&file, "HEALTHCHECK").into_iter().map(|word| word.replace("1815", &port));
        let asks: Vec<String> = asks.collect();
        let healthy =
            || Command::new(&asks[0]).args(&asks[1..]).stderr(Stdio::null()).status().unwrap().success();
        let while_it_ran = healthy();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((while_it_ran, healthy()), (true, false), "it says `{said}`");
        assert!(data.path().join("krigsspil/krigsspil.sqlite").exists());
    }
}
