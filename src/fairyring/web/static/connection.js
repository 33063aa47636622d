// The live connection to the server. It reconnects by itself, waiting a little longer each time.

const MISSING = 4404;
const WAITS = [250, 500, 1000, 2000, 4000];

/**
 * @template Incoming, Outgoing the messages
 */
export class Connection {
  /**
   * @param {string} path of the WebSocket
   * @param {(message: Incoming) => void} onMessage
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
    addEventListener("online", this.retry);
    this.connect();
  }

  connect() {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket === socket) this.onOpen?.();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.onState("open");
      this.failures = 0;
      this.onMessage(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.ended || this.socket !== socket) return;
      if (event.code === MISSING) {
        this.onState("missing");
        return;
      }
      this.onState("lost");
      this.timer = setTimeout(this.retry, WAITS[Math.min(this.failures, WAITS.length - 1)]);
      this.failures += 1;
    };
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
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    this.socket?.close();
  }
}
