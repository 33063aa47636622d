// The live line to the server. It comes back by itself, waiting a little longer each time.

const MISSING = 4404;
const WAITS = [250, 500, 1000, 2000, 4000];

/**
 * @template Incoming, Outgoing what is said on it
 */
export class Line {
  /**
   * @param {string} path where it leads
   * @param {(message: Incoming) => void} onMessage
   * @param {(link: "open" | "lost" | "missing") => void} onLink
   * @param {() => void} [onOpen] somebody listens, again and again
   */
  constructor(path, onMessage, onLink, onOpen) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.onMessage = onMessage;
    this.onLink = onLink;
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
      this.onLink("open");
      this.failures = 0;
      this.onMessage(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.ended || this.socket !== socket) return;
      if (event.code === MISSING) {
        this.onLink("missing");
        return;
      }
      this.onLink("lost");
      this.timer = setTimeout(this.retry, WAITS[Math.min(this.failures, WAITS.length - 1)]);
      this.failures += 1;
    };
  }

  /**
   * Whether the message went out: not while the line is down, for a move that arrives late surprises.
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
