// What all scenarios use: servers, browsers, what is asked of every page, and the deals that are pasted.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

export const [program, pictures] = process.argv.slice(2);
export const root = new URL('../../', import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const scratch = mkdtempSync(join(tmpdir(), 'falsecard-'));

/** The servers by their addresses. */
const servers = new Map();

/** What serves the page: the program, or any server of files where $SITE is the folder of the site. */
export const site = process.env.SITE;
const [command, ...words] = site ? ['node', join(root, 'tests/browser/static.mjs')] : [program];

/** A page at a port of its own. */
export const serve = (...files) => served(files, process.env);

/** The site at a port of its own, with threads. */
export const serveThreads = () => served([], { ...process.env, ISOLATED: '1' });

async function served(files, env) {
  const server = spawn(command, [...words, 'serve', '--port', '0', ...files], { cwd: root, env });
  const [line] = await once(server.stdout, 'data');
  const own = String(line).trim();
  servers.set(own, server);
  return own;
}

/** Ends the server of an address. */
export const stop = (own) => servers.get(own).kill();

export const url = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update'],
});

/** A fresh browser, in which no console may say anything. */
export async function fresh(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Long, for nothing here rests on how quick a machine is.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  page.wrong = [];
  page.on('console', (message) => page.wrong.push(message.text()));
  page.on('pageerror', (error) => page.wrong.push(error.message));
  page.on('request', (request) => {
    const isOwn = ['http://127.0.0.1:', 'file://', 'data:'].some((start) => request.url().startsWith(start));
    if (!isOwn) page.wrong.push(`asked for ${request.url()}`);
  });
  return page;
}

export async function accessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }));
  const told = found.violations.map((it) =>
    `${it.id}: ${it.help}\n${it.nodes.slice(0, 3).map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(told, [], what);
}

export async function fits(page, what) {
  const [wide, has] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert(wide <= has, `${what}: ${wide} > ${has} pixels`);
}

/** Waits until there are so many of something. */
export async function counted(page, selector, number, what = selector) {
  const are = ([selector, number]) => document.querySelectorAll(selector).length === number;
  await page.waitForFunction(are, [selector, number], { timeout: 20_000 }).catch(async () => {
    assert.equal(await page.$$eval(selector, (all) => all.length), number, what);
  });
}

export const picture = (page, name, options = {}) =>
  page.screenshot({ path: resolve(pictures, `${name}.png`), fullPage: true, ...options });

/** Text as it arrives from the clipboard. */
export const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}, text);

export const problem = readFileSync(join(root, 'problems/paper/paper-ex1.pbn'), 'utf8');
export const played = readFileSync(join(root, 'tests/data/played.pbn'), 'utf8');
/** The same up to its fourth trick. */
export const begun = played.replace(/(S2 SK S6 S5)[^*]*/, '$1\n');

/** Two boards of an evening, each at four tables, as the file calls them: 7 and 12. */
export const evening = ['7', '12'].flatMap((board) =>
  [['Ada', '6NT', 12], ['Bea', '3NT', 13], ['Cleo', '7NT', 13], ['Dora', '7NT', 12]].map(([north, contract, tricks]) =>
    `[Board "${board}"]
[North "${north}"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ.432.AKQ.5432 ${board === '7' ? '765' : '876'}.T98.765.T987 432.AKQJ.432.AKQ ${board === '7' ? 'JT98' : 'JT95'}.765.JT98.J6"]
[Declarer "N"]
[Contract "${contract}"]
[Result "${tricks}"]
`)).join('\n');

/** A board at which declarer throws his contract away with the heart three, his fourth card. */
export const thrown = `[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:A2.652.AK5.AKQ32 K765.QJT.T9872.8 43.A743.64.J7654 QJT98.K98.QJ3.T9"]
[Declarer "S"]
[Contract "3NT"]
[Result "5"]
[Auction "S"]
Pass Pass 1C Pass
1NT Pass 3NT Pass
Pass Pass
[Play "W"]
SQ SA S5 S3
H8 H2 HT H3
*
`;

/** Boards of matches, with their players. */
export const records = readFileSync(join(root, 'tests/data/records.pbn'), 'utf8');

/** A board of a match with turning points in its play. */
export const story = records.split('\n\n')
  .find((board) => board.includes('[Board "16"]')).replace('[Scoring "?"]', '[Scoring "IMP"]');

/** The tables of the evening with their players; partners change places with the board. */
export const seated = evening.replace(/\[Board "(\d+)"\]\n\[North "(\w+)"\]/g, (_, board, name) => {
  const [north, south] = board === '7' ? ['North', 'South'] : ['South', 'North'];
  return `[Board "${board}"]\n[${north} "${name}"]\n[${south} "with ${name}"]\n[East "${name}'s guest"]\n[West "with a guest"]`;
});

/** Sixteen boards with their auctions and results; of board 16 par is a sacrifice. */
export const sixteen = Array.from({ length: 16 }, (_, n) => {
  const board = played.replace('[Board "1"]', `[Board "${n + 1}"]`);
  const partscores = '[Deal "N:KQJT98.3.A32.432 2.KQJT98.QJT.KQJ A76.54.K54.AT765 543.A762.9876.98"]';
  return n < 15 ? board : board.replace(/\[Deal .*/, partscores).replace(/\[Play [^*]*/, '');
}).join('\n');

/** The pages of the paper that is printed, A4. */
export async function sheets(page) {
  const paper = await page.pdf({ format: 'A4' });
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
}

/** What stands behind the # of the page's address, which is coded while a person plays. */
export const place = (page) => page.evaluate(() => {
  const text = location.hash.slice(1);
  return text.startsWith('~') ? atob(text.slice(1)) : text;
});

export const places = (page, selector) => page.$$eval(selector, (all) => all.map((it) => {
  const { x, y } = it.getBoundingClientRect();
  return [it.textContent, x, y + scrollY];
}));

/** Closes all that was opened. */
export async function close() {
  await browser.close();
  servers.forEach((server) => server.kill());
  rmSync(scratch, { recursive: true });
}
