// The board as a drawing. It knows places, tokens, marks and arrows, and no game.

import { $, h, s, t } from "./dom.js";

/** @typedef {import("./types").Shape} Shape */
/** @typedef {import("./types").Place} Place */
/** @typedef {import("./types").Token} Token */
/** @typedef {import("./types").Kind} Kind */
/** @typedef {import("./types").Change} Change */
/** @typedef {import("./types").Mark} Mark */
/** @typedef {import("./types").Leg} Leg */
/** @typedef {import("./types").Slide} Slide */
/** @typedef {Map<string, Token>} Tokens */

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Tokens of fewer pixels are hard to read and to hit with a thumb. */
const LEGIBLE = 20;

/** So much of the time of a step pieces are on their way. */
const SLIDING = 0.8;

/** Show a token when the pieces that move there have arrived. @param {any} element @param {number} duration */
function appear(element, duration) {
  element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], { duration: duration * SLIDING });
}

/** @param {Token} token */
const nameOf = (token) => `${token.kind} ${token.place}`;

/**
 * The tokens after a change.
 * @param {Tokens} before
 * @param {Change | undefined} change
 * @returns {Tokens}
 */
export function after(before, change) {
  const found = new Map(before);
  for (const [kind, place] of change?.gone ?? []) found.delete(`${kind} ${place}`);
  for (const token of change?.put ?? []) found.set(nameOf(token), token);
  return found;
}

export class Board {
  /** @type {Shape | null} */
  shape = null;
  /** @type {Map<string, Place>} */
  places = new Map();
  /** @type {Map<string, Kind>} */
  kinds = new Map();
  /** @type {Map<string, any>} */
  #cells = new Map();
  /** @type {Map<string, {token: Token, element: any}>} */
  #drawn = new Map();
  /** @type {any} */ #svg = null;
  /** @type {any} */ #tokens = null;
  /** @type {any} */ #marks = null;
  /** @type {any} */ #legs = null;
  /** @type {any} */ #moving = null;
  #focused = "";
  #view = [0, 0, 1, 1];
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #hasMoved = false;

  /** @param {(place: string) => void} pointed */
  constructor(pointed) {
    this.pointed = pointed;
    const button = (/** @type {string} */ sign, /** @type {string} */ code, /** @type {() => void} */ act) =>
      h("button", { class: "icon", "data-label": code, onclick: act }, sign);
    $("zoom").append(
      button("+", "zoom-in", () => this.#zoom(0.7)),
      button("−", "zoom-out", () => this.#zoom(1 / 0.7)),
      button("⊡", "zoom-fit", () => this.#fit()),
    );
  }

  /** Draw another board. @param {Shape | null} shape */
  begin(shape) {
    this.shape = shape;
    this.places = new Map((shape?.places ?? []).map((place) => [place.key, place]));
    this.#cells.clear();
    this.#drawn.clear();
    for (const button of $("zoom").children) {
      button.title = t(button.dataset.label);
      button.setAttribute("aria-label", button.title);
    }
    $("zoom").hidden = !shape;
    if (!shape) return $("board").replaceChildren();
    const ground = s("g", { class: "ground" });
    this.#legs = s("g", { class: "legs", "aria-hidden": true });
    this.#tokens = s("g", { class: "tokens", "aria-hidden": true });
    this.#marks = s("g", { class: "marks", "aria-hidden": true });
    this.#moving = s("g", { class: "tokens", "aria-hidden": true });
    this.#svg = s("svg", { role: "group", "aria-label": t("board"), preserveAspectRatio: "xMidYMid meet" });
    this.#svg.append(arrowheads(), ground, this.#marks, this.#tokens, this.#legs, this.#moving);
    const cells = shape.places.map((place) => this.#cell(shape, place));
    const lines = (shape.strokes ?? []).map((stroke) => [
      stroke.kind,
      s("polyline", { class: `stroke k-${stroke.kind}`, points: stroke.points.join(" ") }),
    ]);
    const isAbove = (/** @type {string} */ kind) => kind === "border" || kind === "seam";
    ground.append(...lines.filter(([kind]) => !isAbove(kind)).map(([, line]) => line), ...cells);
    ground.append(...lines.filter(([kind]) => isAbove(kind)).map(([, line]) => line));
    for (const caption of shape.captions ?? []) {
      const [x, y] = caption.at;
      ground.append(s("text", { class: "caption", x, y, "font-size": caption.size, text: caption.text }));
    }
    for (const place of shape.places) if (place.label) ground.append(this.#label(shape, place));
    this.#listen(this.#svg);
    this.#focused = shape.places[0]?.key ?? "";
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "0");
    $("board").style.setProperty("--ratio", String(shape.height / shape.width));
    $("board").replaceChildren(this.#svg);
    this.#fit();
  }

  /** @param {Shape} shape @param {Place} place */
  #cell(shape, place) {
    const [x, y] = place.at;
    const points = shape.outlines[place.outline ?? 0];
    const side = (place.slot ?? -1) >= 0 ? ` o${place.slot}` : "";
    const cell = s("polygon", {
      class: `place g-${place.ground}${side}`,
      points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "),
      "data-place": place.key,
      role: "button",
      tabindex: "-1",
      "aria-label": this.#nameOf(place),
    });
    this.#cells.set(place.key, cell);
    return cell;
  }

  /** @param {Shape} shape @param {Place} place */
  #label(shape, place) {
    const [x, y] = place.label_at ?? place.at;
    return s("text", { class: `label g-${place.ground}`, x, y, "font-size": shape.letter, text: place.label });
  }

  /** @param {Place} place */
  #nameOf(place) {
    const ground = this.shape?.grounds.find((found) => found.key === place.ground)?.name ?? "";
    const shown = place.label || place.key;
    return place.name ? `${shown}, ${place.name}` : `${shown}, ${ground}`;
  }

  /** What a place is called. @param {string} key */
  placeName(key) {
    const place = this.places.get(key);
    return place ? this.#nameOf(place) : key;
  }

  /**
   * Draw these tokens. Only what is otherwise than before is drawn anew.
   * @param {Tokens} tokens
   * @param {Slide[]} [slides] pieces that are seen to move there
   * @param {number} [milliseconds]
   */
  put(tokens, slides = [], milliseconds = 0) {
    if (!this.shape) return;
    /** @type {Set<string>} */
    const touched = new Set();
    const moves = Boolean(milliseconds) && !calm.matches;
    const coming = new Set(moves ? slides.map((slide) => `${slide.kind} ${slide.end}`) : []);
    for (const name of this.#drawn.keys()) coming.delete(name);
    for (const [name, drawn] of this.#drawn) {
      if (tokens.get(name) === drawn.token) continue;
      drawn.element.remove();
      this.#drawn.delete(name);
      touched.add(drawn.token.place);
    }
    for (const [name, token] of tokens) {
      if (this.#drawn.has(name)) continue;
      const element = this.#token(token);
      if (!element) continue;
      this.#tokens.append(element);
      this.#drawn.set(name, { token, element });
      if (coming.has(name)) appear(element, milliseconds);
      touched.add(token.place);
    }
    this.#name(touched, tokens);
    this.#moving.replaceChildren();
    if (moves) for (const slide of slides) this.#slide(slide, milliseconds);
  }

  /** Say aloud what stands on these places. @param {Set<string>} touched @param {Tokens} tokens */
  #name(touched, tokens) {
    if (!touched.size) return;
    /** @type {Map<string, string[]>} */
    const standing = new Map([...touched].map((key) => [key, []]));
    for (const token of tokens.values()) standing.get(token.place)?.push(this.#aloud(token));
    for (const [key, names] of standing) {
      const cell = this.#cells.get(key);
      cell?.setAttribute("aria-label", [this.placeName(key), ...names].join("; "));
    }
  }

  /** @param {Token} token */
  #aloud(token) {
    const kind = this.kinds.get(token.kind);
    const count = token.count ?? 1;
    const named = count > 1 ? `${count} ${kind?.plural || kind?.name || token.kind}` : (kind?.name ?? token.kind);
    return token.note ? `${named} (${token.note})` : named;
  }

  /** @param {Token} token */
  #token(token) {
    const kind = this.kinds.get(token.kind);
    const place = this.places.get(token.place);
    if (!kind || !place || !this.shape) return null;
    return this.#piece(kind, token, token.at ?? place.at, token.size ?? this.shape.token);
  }

  /**
   * @param {Kind} kind
   * @param {{count?: number, state?: string}} token
   * @param {number[]} at
   * @param {number[]} size
   */
  #piece(kind, token, [x, y], [width, height]) {
    const count = (token.count ?? 1) > 1 ? String(token.count) : "";
    const form = kind.form ?? "piece";
    const isUnit = form === "unit";
    const shown = `${count}${kind.letters}${isUnit ? "" : (token.state ?? "")}`;
    const piece = s("g", { class: `token s${kind.slot} f-${form}`, transform: `translate(${x} ${y})` });
    const [w, hgt] = [width - 2, height - 2];
    const radius = form === "city" ? 1 : Math.min(6, hgt / 4);
    piece.append(s("rect", { x: -w / 2, y: -hgt / 2, width: w, height: hgt, rx: radius }));
    if (isUnit) {
      piece.append(
        fitted(shown, 0, w - 2, hgt * 0.8, "letters", -hgt * 0.2),
        fitted(token.state ?? "", 0, w - 2, hgt * 0.7, "letters", hgt * 0.27),
      );
      return piece;
    }
    const strip = kind.owner ? Math.min(w * 0.36, hgt * 0.72) : 0;
    if (strip && shown) {
      piece.append(
        s("rect", { class: "owner", x: -w / 2, y: -hgt / 2, width: strip, height: hgt, rx: radius }),
        fitted(kind.owner, -w / 2 + strip / 2, strip, hgt * 0.8, "owner"),
        fitted(shown, strip / 2, w - strip - 2, hgt, "letters"),
      );
    } else {
      piece.append(fitted(shown || kind.owner, 0, w - 2, hgt, "letters"));
    }
    return piece;
  }

  /** @param {Slide} slide @param {number} duration */
  #slide(slide, duration) {
    const [kind, from, to] = [this.kinds.get(slide.kind), this.places.get(slide.start), this.places.get(slide.end)];
    if (!kind || !from || !to || !this.shape) return;
    const piece = this.#piece(kind, slide, [0, 0], this.shape.token);
    piece.removeAttribute("transform");
    this.#moving.append(piece);
    const moves = [from, to].map((place) => ({ transform: `translate(${place.at[0]}px, ${place.at[1]}px)` }));
    const moving = piece.animate(moves, { duration: duration * SLIDING, easing: "ease-in-out", fill: "both" });
    moving.onfinish = () => piece.remove();
  }

  /** Point places out. @param {Mark[]} marks */
  mark(marks) {
    if (!this.shape) return;
    const shape = this.shape;
    this.#marks.replaceChildren();
    for (const mark of marks) {
      const place = this.places.get(mark.place);
      if (!place) continue;
      const [x, y] = place.at;
      const points = shape.outlines[place.outline ?? 0].map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
      const side = (mark.slot ?? -1) >= 0 ? ` o${mark.slot}` : "";
      this.#marks.append(s("polygon", { class: `mark m-${mark.kind}${side}`, points }));
      const text = `${mark.sign ?? ""}${mark.text ?? ""}`;
      if (!text) continue;
      const bottom = Math.max(...shape.outlines[place.outline ?? 0].map((point) => point[1]));
      const size = shape.letter * 0.9;
      this.#marks.append(
        s("text", { class: `sign m-${mark.kind}`, x, y: y + bottom - size * 0.7, "font-size": size, text }),
      );
    }
  }

  /** Draw the arrows of the plan. @param {Leg[]} legs */
  plan(legs) {
    if (!this.shape) return;
    this.#legs.replaceChildren();
    for (const leg of legs) {
      const [from, to] = [this.places.get(leg.start), this.places.get(leg.end)];
      if (!from || !to) continue;
      this.#legs.append(...arrow(from.at, to.at, leg, this.shape.letter));
    }
  }

  // How it is seen: the whole board, or a part of it.

  #fit() {
    if (!this.shape) return;
    this.#look([0, 0, this.shape.width, this.shape.height]);
  }

  /** @param {number[]} view */
  #look(view) {
    if (!this.shape) return;
    const { width, height } = this.shape;
    const w = Math.min(view[2], width);
    this.#svg.classList.toggle("part", w < width);
    $("zoom").classList.toggle("part", w < width);
    const hgt = this.#heightOf(w);
    const x = Math.max(0, Math.min(view[0], width - w));
    const y = Math.max(0, Math.min(view[1], height - hgt));
    this.#view = [x, y, w, hgt];
    this.#svg.setAttribute("viewBox", this.#view.join(" "));
    const { width: shown } = this.#svg.getBoundingClientRect();
    $("zoom").classList.toggle("small", (this.shape.token[1] * shown) / w < LEGIBLE);
  }

  /** How much of the height is seen with so much of the width: a part of the board fills a tall frame. @param {number} wide */
  #heightOf(wide) {
    const { width, height } = this.shape ?? { width: 1, height: 1 };
    const frame = this.#svg.getBoundingClientRect();
    const ratio = wide < width && frame.width ? frame.height / frame.width : 0;
    return Math.min(height, wide * Math.max(ratio, height / width));
  }

  /** @param {number} factor @param {{x: number, y: number}} [at] the point that stays where it is */
  #zoom(factor, at) {
    const [x, y, w, hgt] = this.#view;
    const wide = Math.max((this.shape?.width ?? 1) / 8, w * factor);
    const [px, py] = at ? [(at.x - x) / w, (at.y - y) / hgt] : [0.5, 0.5];
    this.#look([x + (w - wide) * px, y + (hgt - this.#heightOf(wide)) * py, wide, 0]);
  }

  /** The point of the board under a finger. @param {{clientX: number, clientY: number}} event */
  #point(event) {
    const box = this.#svg.getBoundingClientRect();
    const [x, y, w, hgt] = this.#view;
    const scale = Math.min(box.width / w, box.height / hgt);
    const left = box.left + (box.width - w * scale) / 2;
    const top = box.top + (box.height - hgt * scale) / 2;
    return { x: x + (event.clientX - left) / scale, y: y + (event.clientY - top) / scale, scale };
  }

  /** @param {any} svg */
  #listen(svg) {
    svg.addEventListener(
      "wheel",
      (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        this.#zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.#point(event));
      },
      { passive: false },
    );
    svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#fingers.size === 1) this.#hasMoved = false;
    });
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(end, (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId));
    }
    svg.addEventListener("click", (/** @type {any} */ event) => {
      const key = event.target.closest?.("[data-place]")?.dataset.place ?? this.#nearest(this.#point(event));
      if (key && !this.#hasMoved) this.#choose(key);
    });
    svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    svg.addEventListener("focusin", (/** @type {any} */ event) => {
      this.#focused = event.target.dataset?.place ?? this.#focused;
    });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.#hasMoved && Math.hypot(dx, dy) < 6) return;
    this.#hasMoved = true;
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    if (others.length) {
      const old = Math.hypot(before.x - others[0].x, before.y - others[0].y);
      const now = Math.hypot(event.clientX - others[0].x, event.clientY - others[0].y);
      const middle = { clientX: (event.clientX + others[0].x) / 2, clientY: (event.clientY + others[0].y) / 2 };
      if (now > 0) this.#zoom(old / now, this.#point(middle));
    } else {
      const { scale } = this.#point(event);
      const [x, y, w] = this.#view;
      this.#look([x - dx / scale, y - dy / scale, w, 0]);
    }
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** The place nearest to a point, for a thumb that has hit a token or a gap. @param {{x: number, y: number}} at */
  #nearest(at) {
    let [best, least] = ["", Infinity];
    for (const place of this.places.values()) {
      const far = Math.hypot(place.at[0] - at.x, place.at[1] - at.y);
      if (far < least) [best, least] = [place.key, far];
    }
    return least < (this.shape?.width ?? 0) / 6 ? best : "";
  }

  // By keys.

  /** Put the keyboard on a place. @param {string} [key] */
  focus(key = this.#focused) {
    const cell = this.#cells.get(key);
    if (!cell) return;
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    this.#focused = key;
    cell.focus({ preventScroll: true });
    const place = this.places.get(key);
    const [x, y, w, hgt] = this.#view;
    if (place && (place.at[0] < x || place.at[0] > x + w || place.at[1] < y || place.at[1] > y + hgt)) {
      this.#look([place.at[0] - w / 2, place.at[1] - hgt / 2, w, 0]);
    }
  }

  /** @param {string} key */
  #choose(key) {
    this.focus(key);
    this.pointed(key);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const ways = /** @type {Record<string, number[]>} */ ({
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    });
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pointed(this.#focused);
    } else if (ways[event.key]) {
      event.preventDefault();
      const found = this.#next(ways[event.key]);
      if (found) this.focus(found);
    }
  }

  /** The next place in that direction: near, and not far off the line. @param {number[]} way */
  #next([dx, dy]) {
    const here = this.places.get(this.#focused);
    let [best, least] = ["", Infinity];
    if (!here) return "";
    for (const place of this.places.values()) {
      const [x, y] = [place.at[0] - here.at[0], place.at[1] - here.at[1]];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      if (along <= 1 || aside > along * 1.8) continue;
      const far = along + 1.5 * aside;
      if (far < least) [best, least] = [place.key, far];
    }
    return best;
  }
}

/** A text that fits into its room. @param {string} text @param {number} x @param {number} width @param {number} height @param {string} name @param {number} [y] */
function fitted(text, x, width, height, name, y = 0) {
  const size = Math.min(height * 0.66, (width / Math.max(1, text.length)) * 1.55);
  return s("text", { class: name, x, y, "font-size": size.toFixed(1), text });
}

function arrowheads() {
  const head = (/** @type {string} */ id) =>
    s(
      "marker",
      { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto-start-reverse" },
      s("path", { d: "M0 0L10 5L0 10z" }),
    );
  return s("defs", {}, head("head-to"), head("head-aimed"));
}

/** @param {number[]} from @param {number[]} to @param {Leg} leg @param {number} letter */
function arrow([x1, y1], [x2, y2], leg, letter) {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const bend = Math.min(30, far / 6);
  const [cx, cy] = [mx - ((y2 - y1) / far) * bend, my + ((x2 - x1) / far) * bend];
  const side = (leg.slot ?? -1) >= 0 ? ` o${leg.slot}` : "";
  const d = `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`;
  const lines = ["under", "over"].map((name) =>
    s("path", { class: `leg ${name} k-${leg.kind}${side}`, d, "marker-end": name === "over" ? `url(#head-${leg.kind === "aimed" ? "aimed" : "to"})` : null }),
  );
  const text = leg.text ? s("text", { class: "legtext", x: (mx + cx) / 2, y: (my + cy) / 2, "font-size": letter, text: leg.text }) : null;
  return text ? [...lines, text] : lines;
}
