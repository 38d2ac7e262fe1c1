// A program for `qg bot`, as docs/bots.md describes it. It needs nothing but Node.js.
//
//     qg bot --table NAME -- node examples/bots/offered_lines.js
//
// It plays any game with lines that the server offers, chosen by chance.

const lines = require("node:readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const waiting = []; // lines that came while we waited for an answer
const MOST_LINES = 8; // on a sheet that may have any number of lines

async function receive() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return JSON.parse(value);
}

// Send a line, and wait for the line that answers it.
async function ask(line) {
  process.stdout.write(JSON.stringify(line) + "\n");
  for (;;) {
    const heard = await receive();
    if (["offers", "simulated", "written", "refused"].includes(heard.type)) return heard;
    waiting.push(heard);
  }
}

// Take one of the words that the server offers, then one of the next, until the line is whole.
async function offeredLine(sheet, above) {
  let text = "";
  for (;;) {
    const { offers = [] } = await ask({ type: "legal", sheet, above, text });
    if (!offers.length) return text.trim();
    text = offers[Math.floor(Math.random() * offers.length)].text + " ";
  }
}

async function someSheet(sheet, room) {
  const written = [];
  while (written.length < room) {
    const line = await offeredLine(sheet, written);
    if (!line) break;
    written.push(line);
  }
  return written;
}

async function main() {
  for (;;) {
    const heard = waiting.shift() ?? (await receive());
    if (heard.type === "hello" && heard.version !== 1) {
      console.error(`These lines have version ${heard.version}, and I know only version 1.`);
      process.exit(1);
    }
    if (heard.type === "write") {
      const sheets = {};
      for (const sheet of heard.owed) sheets[sheet] = await someSheet(sheet, heard.phase.lines ?? MOST_LINES);
      await ask({ type: "sheets", ask: heard.ask, sheets });
    }
  }
}

main();
