// The live connection to the server. It reconnects by itself, waiting a little longer each time.

const MISSING = 4404;
const WAITS = [250, 500, 1000, 2000, 4000];
// Milliseconds without a message. The server is silent for 20 seconds at most, so by then it or the network is gone:
// without a word, as when a device has slept or has changed networks.
const PATIENCE = 45_000;
const LOOKING = 5_000; // milliseconds between looks at that

/** @import {Alive} from "./protocol" */

/**
 * @template Incoming, Outgoing the messages
 */
export class Connection {
  /**
   * @param {string} path of the WebSocket
   * @param {(message: Exclude<Incoming, Alive>) => void} onMessage
   * @param {(state: "open" | "lost" | "missing") => void} onState
   * @param {() => void} [onOpen] called after every connect and reconnect
   */
  constructor(path, onMessage, onState, onOpen) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onMessage = onMessage;
    this.onState = onState;
    this.onOpen = onOpen;
    this.failures = 0;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.retry = () => this.connect();
    /** The network is gone; the browser would not notice for minutes, and send later what it is given until then. */
    this.abandon = () => this.lose();
    addEventListener("online", this.retry);
    addEventListener("offline", this.abandon);
    this.heard = 0;
    this.looking = setInterval(() => this.look(), LOOKING);
    this.connect();
  }

  connect() {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      if (this.socket === socket) this.onOpen?.();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.onState("open");
      this.failures = 0;
      const message = JSON.parse(event.data);
      if (message.type !== "alive") this.onMessage(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      if (event.code === MISSING) {
        this.end();
        this.onState("missing");
      } else this.lose();
    };
  }

  /** Connect again if there has been no sign of life for too long. Unlike `performance.now`, the date goes on in sleep. */
  look() {
    if (this.socket && Date.now() - this.heard > PATIENCE) this.lose();
  }

  /** The connection is of no use any more, even if the browser does not know that. */
  lose() {
    const { socket } = this;
    if (this.ended || !socket) return;
    this.socket = null;
    socket.close();
    this.onState("lost");
    this.timer = setTimeout(this.retry, WAITS[Math.min(this.failures, WAITS.length - 1)]);
    this.failures += 1;
  }

  /**
   * Send a message, and tell whether it went out. Nothing is sent later: a move that arrives late would be a surprise.
   *
   * @param {Outgoing} message
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.end();
    this.socket?.close();
  }

  /** Neither look nor connect any more. */
  end() {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.looking);
    removeEventListener("online", this.retry);
    removeEventListener("offline", this.abandon);
  }
}
