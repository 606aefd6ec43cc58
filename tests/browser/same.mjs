// The same answers everywhere: node same.mjs PROGRAM, with SITE=FOLDER the site.
//
// Asks questions of every kind, made of the problems, of the program's server, of the site in Chromium, and of its WebAssembly in node,
// and compares the bytes of the answers; the time that an answer took is left out. Then it says how long each took at an opening lead.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fresh, close, program, root, site, serve, url } from './kit.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How many problems each kind is asked of. */
const MANY = { choose: 60, explain: 20, believe: 40, bid: 30, dd: 40, review: 10 };
const WORLDS = { choose: 8, explain: 4, review: 2 };

const folder = join(root, 'problems');
const problems = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.pbn')).sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const played = readFileSync(join(root, 'tests/data/played.pbn'), 'utf8');

/** Every so many-th problem. */
const some = (all, many) => Array.from({ length: Math.min(many, all.length) }, (_, n) => all[Math.floor((n * all.length) / many)]);

const complete = problems.filter((text) => /^\[Deal "[^-]*"\]/m.test(text.replace(/ - /g, '-')));
const questions = Object.entries(MANY).flatMap(([kind, many]) => {
  const worlds = WORLDS[kind];
  if (kind === 'bid') {
    return some(complete, many).map((text) => {
      const [, first, hands] = /\[Deal "(.):([^"]*)"/.exec(text);
      return [kind, { hand: hands.split(' ')[0], dealer: first }];
    });
  }
  if (kind === 'review') return Array.from({ length: many }, (_, n) => [kind, { deal: played, worlds: worlds + n, seed: n }]);
  return some(kind === 'dd' ? complete : problems, many).map((deal) => [kind, { deal, worlds }]);
}).map(([kind, question]) => [`/api/${kind}`, JSON.stringify(question)]);

const timeless = (text) => text.replace(/"ms":\d+/g, '"ms":0');

const native = spawn(program, ['serve', '--port', '0'], { cwd: root });
const [line] = await once(native.stdout, 'data');
const server = String(line).trim().replace(/\/$/, '');

const { answer, initSync } = await import(pathToFileURL(join(site, 'falsecard.js')).href);
const { memory } = initSync({ module: readFileSync(join(site, 'falsecard.wasm')) });
const page = await fresh();
await page.goto(url);

const ways = {
  async native([path, body]) {
    return (await fetch(server + path, { method: 'POST', body })).text();
  },
  async node([path, body]) {
    const told = [];
    answer(path, new TextEncoder().encode(body), () => {}, (piece) => told.push(piece));
    return told.join('');
  },
  Chromium: (question) => page.evaluate(async ([path, body]) => (await fetch(path, { method: 'POST', body })).text(), question),
};

const spent = {};
let [other, refused] = [0, 0];
for (const question of questions) {
  const told = {};
  for (const [way, ask] of Object.entries(ways)) {
    const start = performance.now();
    told[way] = timeless(await ask(question));
    const kind = `${question[0].slice(5)} ${way}`;
    spent[kind] = (spent[kind] ?? 0) + performance.now() - start;
  }
  if (told.native.startsWith('{"error"')) refused += 1;
  if (new Set(Object.values(told)).size > 1) {
    other += 1;
    console.log(`${question.join(' ')}\n${Object.entries(told).map(([way, text]) => `  ${way}: ${text}`).join('\n')}`);
  }
}

/** An opening lead with all that a decision usually looks at: the first answer, and the median of five more. */
const lead = ['/api/choose', JSON.stringify({ deal: 'W:KJ742.83.Q65.972 - - -', dealer: 'N', auction: 'P P 1NT P 3NT P P P' })];
for (const [way, ask] of Object.entries(ways)) {
  const times = [];
  for (let n = 0; n < 6; n += 1) {
    const start = performance.now();
    await ask(lead);
    times.push(performance.now() - start);
  }
  const [first, ...rest] = times.map((time) => time.toFixed(0));
  console.log(`lead, ${way}: ${first} ms, then ${rest.sort((a, b) => a - b)[2]}`);
}
native.kill();
await close();
for (const [kind, time] of Object.entries(spent)) console.log(`${kind}: ${(time / MANY[kind.split(' ')[0]]).toFixed(0)} ms a question`);
console.log(`memory in node after all of them: ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB`);
console.log(`${questions.length} questions: ${questions.length - other} with the same bytes, ${refused} refused`);
assert(refused < questions.length / 20, 'too many are refused');
process.exit(other ? 1 : 0);
