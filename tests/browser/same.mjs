// The same answers everywhere: node same.mjs PROGRAM, with SITE=FOLDER the site.
//
// Asks questions of every kind, made of the problems and of boards that people played, of the program's server, of the site in
// Chromium with one thread and with more, and of its WebAssembly in node, and compares the bytes of the answers; the time that an answer took is left out. Then it
// says how long each took at an opening lead, and how much memory a hundred decisions leave in use.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fresh, close, program, root, serveThreads, site, url } from './kit.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How often each kind is asked: of problems, and of boards that were played. */
const OF_PROBLEMS = { choose: 25, explain: 10, believe: 20, signal: 10, dd: 15, bid: 15 };
const OF_BOARDS = { choose: 30, explain: 10, believe: 30, signal: 20, dd: 15, review: 8 };
const WORLDS = { choose: 8, explain: 4, signal: 2, review: 2 };

const folder = join(root, 'problems');
const problems = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.pbn')).sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const boards = ['records', 'played'].flatMap((name) =>
  readFileSync(join(root, `tests/data/${name}.pbn`), 'utf8').split(/^(?=\[Event )/m).filter((game) => game.includes('[Deal ')));

/** Every so many-th problem. */
const some = (all, many) => Array.from({ length: Math.min(many, all.length) }, (_, n) => all[Math.floor((n * all.length) / many)]);

const complete = problems.filter((text) => /^\[Deal "[^-]*"\]/m.test(text.replace(/ - /g, '-')));

function ofProblems(kind, many) {
  if (kind !== 'bid') return some(kind === 'dd' ? complete : problems, many).map((deal) => ({ deal, worlds: WORLDS[kind] }));
  return some(complete, many).map((text) => {
    const [, dealer, hands] = /\[Deal "(.):([^"]*)"/.exec(text);
    return { hand: hands.split(' ')[0], dealer };
  });
}

/** Board by board, each at another moment of its play; a defender is on lead at the first. */
const ofBoards = (kind, many) => Array.from({ length: many }, (_, n) => {
  const at = kind === 'review' ? undefined : (n * 5) % 28;
  return { deal: boards[n % boards.length], at, worlds: WORLDS[kind], seed: n };
});

const listed = (kinds, made) => Object.entries(kinds).flatMap(([kind, many]) =>
  made(kind, many).map((question) => [`/api/${kind}`, JSON.stringify(question)]));
const questions = [...listed(OF_PROBLEMS, ofProblems), ...listed(OF_BOARDS, ofBoards)];

const timeless = (text) => text.replace(/"ms":\d+/g, '"ms":0');

const native = spawn(program, ['serve', '--port', '0'], { cwd: root });
const [line] = await once(native.stdout, 'data');
const server = String(line).trim().replace(/\/$/, '');

const { answer, initSync } = await import(pathToFileURL(join(site, 'falsecard.js')).href);
const { memory } = initSync({ module: readFileSync(join(site, 'falsecard.wasm')) });
const [page, threads] = [await fresh(), await fresh()];
await page.goto(url);
await threads.goto(await serveThreads());
assert(await threads.evaluate(() => crossOriginIsolated));
const asked = (page) => (question) =>
  page.evaluate(async ([path, body]) => (await fetch(path, { method: 'POST', body })).text(), question);

const ways = {
  async native([path, body]) {
    return (await fetch(server + path, { method: 'POST', body, headers: { connection: 'close' } })).text();
  },
  Chromium: asked(page),
  threads: asked(threads),
  async node([path, body]) {
    const told = [];
    answer(path, new TextEncoder().encode(body), () => {}, (piece) => told.push(piece));
    return told.join('');
  },
};

let other = 0;
const refused = {};
for (const question of questions) {
  // Node hears nothing while it answers.
  const told = await Promise.all([ways.native(question), ways.Chromium(question), ways.threads(question)]);
  told.push(await ways.node(question));
  if (told[0].startsWith('{"error"')) refused[question[0]] = (refused[question[0]] ?? 0) + 1;
  if (new Set(told.map(timeless)).size > 1) {
    other += 1;
    console.log(`${question.join(' ')}\n${Object.keys(ways).map((way, n) => `  ${way}: ${told[n]}`).join('\n')}`);
  }
}

/** An opening lead with all that a decision usually looks at: the first answer, and the median of four more. */
const lead = ['/api/choose', JSON.stringify({ deal: 'W:KJ742.83.Q65.972 - - -', dealer: 'N', auction: 'P P 1NT P 3NT P P P' })];
for (const [way, ask] of Object.entries(ways)) {
  const times = [];
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now();
    await ask(lead);
    times.push(performance.now() - start);
  }
  const [first, ...rest] = times;
  console.log(`lead, ${way}: ${first.toFixed(0)} ms, then ${rest.sort((a, b) => a - b)[2].toFixed(0)}`);
}
native.kill();

const megabytes = () => Math.round(memory.buffer.byteLength / 1e6);
const before = megabytes();
for (let n = 0; n < 100; n += 1) {
  await ways.node(['/api/choose', JSON.stringify({ deal: boards[n % boards.length], at: (n * 3) % 40, worlds: 8, seed: n })]);
}
console.log(`memory in node: ${before} MB after all that, ${megabytes()} after a hundred decisions more`);
await close();

const many = Object.values(refused).reduce((sum, one) => sum + one, 0);
console.log(`${questions.length} questions: ${questions.length - other} with the same bytes, ${many} refused ${JSON.stringify(refused)}`);
assert(megabytes() < before + 50, 'memory is lost');
// A declarer has nothing to signal.
assert(many - (refused['/api/signal'] ?? 0) < questions.length / 20, 'too many are refused');
process.exit(other ? 1 : 0);
