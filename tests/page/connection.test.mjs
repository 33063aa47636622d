// The live connection: it notices when it has ended without a word, and comes back.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
globalThis.location = { protocol: "http:", host: "fairyring.test" };

/** A socket whose other end is this test. */
class Socket {
  static OPEN = 1;
  static all = [];

  constructor() {
    this.readyState = 0;
    this.sent = [];
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 2; // until the other end answers, which it does not do where the network is gone
  }

  hear(type) {
    this.readyState = 1;
    this.onmessage({ data: JSON.stringify({ type }) });
  }
}
globalThis.WebSocket = Socket;

const { Connection } = await import("../../src/fairyring/web/static/connection.js");

let heard;
let states;
let connection;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  Socket.all = [];
  [heard, states] = [[], []];
  connection?.close();
  connection = new Connection(
    "/live",
    (message) => heard.push(message.type),
    (state) => states.push(state),
  );
  Socket.all[0].hear("state");
});

const pass = (seconds) => {
  for (let second = 0; second < seconds; second += 1) mock.timers.tick(1_000);
};

test("a connection on which nothing comes for long is given up, and made again", () => {
  pass(40);
  assert.equal(Socket.all.length, 1);
  pass(20);
  assert.equal(Socket.all.length, 2);
  assert.equal(states.at(-1), "lost");
  Socket.all[1].hear("state");
  assert.equal(states.at(-1), "open");
});

test("a sign of life keeps it, and is no message", () => {
  for (let number = 0; number < 6; number += 1) {
    pass(20);
    Socket.all[0].hear("alive");
  }
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(heard, ["state"]);
});

test("without a network it is lost at once, and nothing is sent later", () => {
  page.dispatchEvent(new Event("offline"));
  assert.equal(states.at(-1), "lost");
  assert.equal(connection.send({ type: "move" }), false);
  assert.deepEqual(Socket.all[0].sent, []);
  page.dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 2);
  // What still comes over the old one is of no interest.
  Socket.all[0].hear("state");
  assert.deepEqual(heard, ["state"]);
});

test("a page that is left connects no more", () => {
  connection.close();
  pass(120);
  page.dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, 1);
});
