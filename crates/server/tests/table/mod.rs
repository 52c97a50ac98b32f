//! A server on a free port and clients of it, for the tests of games.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::net::SocketAddr;

use krigsspil_server::{Settings, open, router};
use krigsspil_strain::http::Http;
pub use krigsspil_strain::socket::Socket;
use serde_json::{Value, json};

/// A server on a free port.
pub struct Server {
    pub address: SocketAddr,
    pub shared: krigsspil_server::Shared,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    pub async fn start(settings: Settings) -> Server {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Server::on(listener, settings).await
    }

    /// A server whose connections take little before the other end must read.
    pub async fn start_narrow(settings: Settings) -> Server {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_send_buffer_size(8192).unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        Server::on(socket.listen(64).unwrap(), settings).await
    }

    async fn on(listener: tokio::net::TcpListener, settings: Settings) -> Server {
        let shared = open(&settings).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(shared.clone(), 100_000);
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Server { address, shared, task }
    }

    pub fn http(&self, token: &str) -> Http {
        Http::new(self.address, token)
    }

    pub async fn game(&self, asked: Value) -> Made {
        let (status, made) = self.http("").post("/api/games", &asked).await;
        assert_eq!(status, 201, "{made}");
        Made(made)
    }

    pub async fn socket(&self, token: &str, since: Option<i64>) -> Socket {
        Socket::sit(self.address, token, since).await
    }

    pub async fn stop(self) {
        self.shared.close().await;
        self.task.abort();
        let _ = self.task.await;
    }
}

/// What a prompt offers: for each thing that is asked, all ready-made lawful actions. The samples of a unit are orders, those of generals and couriers
/// whole actions.
pub fn offered(about: &Value) -> Vec<Vec<Value>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let order = |unit: &Value, order| json!({"do": "order", "unit": unit["unit"], "order": order});
    let units = list(&about["units"]);
    let orders =
        units.iter().map(|unit| list(&unit["samples"]).into_iter().map(|one| order(unit, one)).collect());
    let riders = [list(&about["generals"]), list(&about["couriers"])].concat();
    let rides = riders.iter().map(|rider| list(&rider["samples"]));
    let answer = |choice| json!({"do": "answer", "question": about["question"], "choice": choice});
    let answers = list(&about["choices"]).into_iter().map(answer).collect();
    let all = orders.chain(rides).chain([answers]);
    all.filter(|offers: &Vec<Value>| !offers.is_empty()).collect()
}

pub struct Made(pub Value);

impl Made {
    pub fn token(&self, seat: &str) -> String {
        let links = self.0["links"].as_array().unwrap();
        let link =
            links.iter().find(|link| link["seat"] == seat).unwrap_or_else(|| panic!("no link of {seat}"));
        link["token"].as_str().unwrap().to_string()
    }

    pub fn game(&self) -> String {
        self.0["game"].as_str().unwrap().to_string()
    }
}
