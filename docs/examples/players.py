#!/usr/bin/env python3
"""Programs that play Krigsspil over its documented API, with nothing but Python's own library.

    python3 players.py http://127.0.0.1:1815 [SCENARIO]

First two programs play a battle against each other over plain HTTP. Then one plays over a WebSocket against the computer, loses its connection in
every third turn, and reads on. Both know nothing of the rules: they pick from the lawful orders that the server offers. At the end of each battle they
check the dice.
"""

import base64
import hashlib
import http.client
import json
import os
import random
import socket
import struct
import sys
import threading
import time
import urllib.parse


class Api:
    """A seat over HTTP: its link goes into a header, never into an address."""

    def __init__(self, server, token=None):
        self.host = urllib.parse.urlsplit(server).netloc
        self.token = token
        self.connection = http.client.HTTPConnection(self.host, timeout=60)

    def ask(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = "Bearer " + self.token
        self.connection.request(method, "/api" + path, body and json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None


def pick(prompt, chance):
    """An answer to a question; or orders for the units and rides for the riders, and then the default, which is always lawful."""
    about = prompt["about"] or {}
    if about.get("choices"):
        return [{"do": "answer", "question": about["question"], "choice": chance.choice(about["choices"])}]
    # The samples of a unit are orders to it; those of generals and couriers are whole actions.
    orders = [
        {"do": "order", "unit": unit["unit"], "order": chance.choice(unit["samples"])}
        for unit in about.get("units", [])
        if unit.get("samples")
    ]
    riders = about.get("generals", []) + about.get("couriers", [])
    rides = [chance.choice(rider["samples"]) for rider in riders if rider.get("samples") and chance.random() < 0.3]
    return orders + rides + [prompt["default"]]


def check_items(items):
    """Items are numbered from 1 without gaps."""
    assert [item["seq"] for item in items] == list(range(1, len(items) + 1)), "a gap in the numbers"


def check_dice(hash_shown, over):
    """The secret is the one whose hash was shown at the beginning, and the seed is made of it."""
    secret = over["secret"].encode()
    assert hashlib.sha256(secret).hexdigest() == hash_shown, "another secret"
    assert int(hashlib.sha256(secret).hexdigest()[:16], 16) == int(over["seed"]), "another seed"


def play_over_http(server, token, chance, told):
    """Plays a seat to the end of the battle: look, act, wait for news."""
    api = Api(server, token)
    key = 0
    while True:
        status, state = api.ask("GET", "/game?samples=true")
        assert status == 200, state
        if state["table"]["ending"]:
            break
        for prompt in state["prompts"][:1]:
            for action in pick(prompt, chance):
                key += 1
                status, done = api.ask("POST", "/game/act", {"key": str(key), "action": action})
                # The rules may refuse an order, for example because an earlier one changed things. Nothing has changed then.
                assert status in (200, 409, 422), done
        if not state["prompts"]:
            api.ask("GET", f"/game/items?since={state['seq']}&wait=15")
    since = 0
    while True:
        _, page = api.ask("GET", f"/game/items?since={since}")
        if not page["items"]:
            return
        told.extend(page["items"])
        since = page["seq"]


class WebSocket:
    """Just enough of RFC 6455 for text messages."""

    def __init__(self, server, path):
        host = urllib.parse.urlsplit(server).netloc
        name, port = host.rsplit(":", 1)
        self.socket = socket.create_connection((name, int(port)), timeout=60)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.read(1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    def read(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the server closed the connection")
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self, kind, payload):
        mask = os.urandom(4)
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, length)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send(self, message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        while True:
            first, second = self.read(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.read(8))
            payload = self.read(length)
            if first & 0x0F == 9:
                self.frame(10, payload)
            elif first & 0x0F == 8:
                raise ConnectionError(f"closed with {struct.unpack('!H', payload[:2])[0]}")
            elif first & 0x0F == 1:
                return json.loads(payload)

    def drop(self):
        """Loses the connection without a word."""
        self.socket.close()


def play_over_socket(server, token, chance):
    """Plays a seat over a socket, and comes back with `since` whenever the connection is lost."""
    told, number = [], 0
    ended = False
    while not ended:
        live = WebSocket(server, "/api/game/socket")
        live.send({"token": token, "since": len(told)})
        waiting, turns = {}, 0
        while True:
            message = live.receive()
            if message["type"] == "item":
                assert message["seq"] == len(told) + 1, "an item was lost or came twice"
                told.append(message["item"])
            elif message["type"] in ("answer", "refused"):
                waiting.pop(message["id"], None)
            elif message["type"] == "state":
                state = message["state"]
                if state["table"]["ending"]:
                    ended = True
                    break
                if state["prompts"] and not waiting:
                    turns += 1
                    if turns == 3:
                        break
                    # The state that sockets send has no samples: they are asked for over HTTP.
                    _, whole = Api(server, token).ask("GET", "/game?samples=true")
                    for prompt in whole["prompts"][:1]:
                        for action in pick(prompt, chance):
                            number += 1
                            waiting[number] = action
                            # A socket takes 20 messages a second.
                            time.sleep(0.05)
                            live.send({"id": number, "ask": "act", "key": str(number), "action": action})
        live.drop()
    return told


def make(server, scenario, **more):
    status, made = Api(server).ask("POST", "/games", {"scenario": scenario, **more})
    assert status == 201, made
    links = {link["seat"]: link["token"] for link in made["links"]}
    players = [seat for seat in links if seat not in ("maker", "onlooker", "umpire")]
    return made, links, players


def main():
    server = sys.argv[1].rstrip("/")
    scenario = sys.argv[2] if len(sys.argv) > 2 else "meeting"
    made, links, players = make(server, scenario)
    told = {seat: [] for seat in players}
    threads = [
        threading.Thread(target=play_over_http, args=(server, links[seat], random.Random(seat), told[seat]))
        for seat in players
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for items in told.values():
        check_items(items)
        over = next(item for item in items if item["type"] == "over")
        check_dice(made["dice_hash"], over)
    status, save = Api(server).ask("GET", f"/replays/{made['game']}")
    assert status == 200 and save["proof"]["hash"] == made["dice_hash"], status
    print(f"over HTTP: {len(players)} seats, {sum(map(len, told.values()))} items, {json.dumps(over['ending'])}")

    made, links, _ = make(server, scenario, seats={players[1]: "staff:random"})
    items = play_over_socket(server, links[players[0]], random.Random(1))
    check_items(items)
    over = next(item for item in items if item["type"] == "over")
    check_dice(made["dice_hash"], over)
    print(f"over a socket: {len(items)} items, {json.dumps(over['ending'])}")


if __name__ == "__main__":
    main()
