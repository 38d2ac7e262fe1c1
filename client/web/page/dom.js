// Small tools to build the page. Texts go in as texts, never as HTML.

/** @typedef {import("./types").Words} Words */

/** @type {Words} */
const words = {};

/** Take over the sentences that the server has sent in the reader's language. @param {Words} found */
export function learn(found) {
  Object.assign(words, found);
}

/** The text of that code. @param {string} code */
export const t = (code) => words[code] ?? "";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An element with its attributes and children. A child that is a string becomes a text.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * The same for a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  for (const child of children) if (child) element.append(child);
  return element;
}

/** The element of that id. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** A letter on the colour of its side. @param {{letter: string, slot: number}} found */
export const chip = (found) => h("span", { class: `chip s${found.slot}`, text: found.letter });

/** Say something to screen readers, and to nobody else. @param {string} text */
export function announce(text) {
  const told = $("told");
  told.textContent = told.textContent === text ? `${text} ` : text;
}

/** @type {any} */
let fading;

/** Show a sentence for a while. @param {string} text */
export function notify(text) {
  const notice = $("notice");
  notice.textContent = text;
  notice.classList.toggle("shown", Boolean(text));
  clearTimeout(fading);
  fading = setTimeout(() => notice.classList.remove("shown"), Math.max(4000, text.length * 70));
}

/** A picture of a QR code. @param {number} width @param {string} path */
export const code = (width, path) =>
  s("svg", { class: "qr", viewBox: `0 0 ${width} ${width}`, "aria-hidden": true }, s("path", { d: path }));

/**
 * Open the dialog with this content. Returns a function that closes it.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {() => void} [closed]
 */
export function open(title, content, closed) {
  /** @type {HTMLDialogElement} */
  const dialog = $("dialog");
  if (dialog.open) dialog.close();
  const shut = () => dialog.open && dialog.close();
  const head = h(
    "header",
    {},
    h("h2", { id: "dialog-title", text: title }),
    h("button", { class: "quiet icon", "aria-label": t("close"), onclick: shut }, "✕"),
  );
  dialog.setAttribute("aria-labelledby", "dialog-title");
  dialog.replaceChildren(head, h("div", { class: "content" }, ...content));
  dialog.onclose = () => closed?.();
  dialog.showModal();
  return shut;
}

/** Whether a person types here, so that letters are no hotkeys. @param {EventTarget | null} target */
export const isTyping = (target) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** What a browser keeps for this page; nothing if it may not keep anything. @param {() => Storage} place */
function storage(place) {
  return {
    /** @param {string} name @returns {any} */
    get(name) {
      try {
        return JSON.parse(place().getItem(`qg.${name}`) ?? "null");
      } catch {
        return null;
      }
    },
    /** @param {string} name @param {any} value */
    put(name, value) {
      try {
        if (value === null) place().removeItem(`qg.${name}`);
        else place().setItem(`qg.${name}`, JSON.stringify(value));
      } catch {
        // The browser keeps nothing: the seat's link still leads back.
      }
    },
  };
}

export const kept = storage(() => localStorage);
export const keptHere = storage(() => sessionStorage);
