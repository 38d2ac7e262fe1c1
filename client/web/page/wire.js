// The connection of this tab. It comes back by itself.

/** @typedef {import("./types").Message} Message */

const CLOSE_IDLE = 4000;
const LONGEST_WAIT = 5000;

export class Wire {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = 250;
  #isIdle = false;

  /**
   * @param {() => void} opened
   * @param {(message: Message) => void} heard
   * @param {(record: ArrayBuffer) => void} given
   * @param {(how: "" | "offline" | "idle") => void} changed
   */
  constructor(opened, heard, given, changed) {
    this.opened = opened;
    this.heard = heard;
    this.given = given;
    this.changed = changed;
    for (const event of ["pointerdown", "keydown", "focus"]) {
      window.addEventListener(event, () => this.#isIdle && this.connect());
    }
    window.addEventListener("online", () => this.#socket?.readyState !== 1 && this.connect());
  }

  connect() {
    this.#isIdle = false;
    const before = this.#socket;
    if (before && before.readyState < 2) {
      before.onclose = null;
      before.close();
    }
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 250;
      this.changed("");
      this.opened();
    };
    socket.onmessage = (event) =>
      typeof event.data === "string" ? this.heard(JSON.parse(event.data)) : this.given(event.data);
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** @param {number} code */
  #lost(code) {
    this.#isIdle = code === CLOSE_IDLE;
    this.changed(this.#isIdle ? "idle" : "offline");
    if (this.#isIdle) return;
    setTimeout(() => this.connect(), this.#wait * (0.8 + Math.random() * 0.4));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
  }

  /** Ask for something. @param {string} what @param {Record<string, any>} [more] */
  ask(what, more = {}) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify({ do: what, ...more }));
  }

  /** Send a file. @param {ArrayBuffer} content */
  give(content) {
    if (this.#socket?.readyState === 1) this.#socket.send(content);
  }
}
