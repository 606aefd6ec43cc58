// The package as its users have it: node npm/tests/package.mjs PACKAGE PROGRAM
//
// PACKAGE is what npm/build has made, PROGRAM is falsecard.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const [folder, program] = process.argv.slice(2).map((path) => resolve(path));
const root = new URL('../../', import.meta.url).pathname;
const tools = join(root, 'npm/node_modules');
const described = JSON.parse(readFileSync(join(root, 'crates/program/src/web/page/api/openapi.json'), 'utf8'));
const questions = Object.entries(described.paths).filter(([, { post }]) => post)
  .map(([path, { post }]) => [path, post.requestBody.content['application/json'].example]);
const example = /```js\n(.*?)```/s.exec(readFileSync(join(folder, 'README.md'), 'utf8'))[1];

// Somebody's own project, into which the package is installed.
const project = mkdtempSync(join(tmpdir(), 'falsecard-'));
mkdirSync(join(project, 'node_modules'));
symlinkSync(folder, join(project, 'node_modules/falsecard'));
writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
after(() => rmSync(project, { recursive: true }));

const falsecard = await import(pathToFileURL(join(folder, 'index.js')).href);

const said = [...example.matchAll(/console\.log.* \/\/ (.*)/g)].map(([, words]) => words);

test('what npm packs is whole, and has one version with the program', () => {
  const [{ files, version }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder }));
  const names = files.map(({ path }) => path);
  for (const name of ['index.d.ts', 'openapi.d.ts', 'falsecard.wasm', 'worker.js', 'LICENSE-MIT']) assert(names.includes(name), name);
  assert.equal(String(execFileSync(program, ['--version'])).trim(), `falsecard ${version}`);
});

test('the example runs, and ends by itself', () => {
  writeFileSync(join(project, 'example.js'), example);
  const printed = execFileSync('node', ['example.js'], { cwd: project, timeout: 60_000 });
  assert.deepEqual(String(printed).trim().split('\n'), said);
});

test('every question of programs has its function, whose answer is the server\'s', async (t) => {
  assert.deepEqual(Object.keys(falsecard).sort(), questions.map(([path]) => path.slice(5)).sort());
  const server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill());
  const url = String((await once(server.stdout, 'data'))[0]).trim().replace(/\/$/, '');
  const timeless = (answer) => ({ ...answer, ms: 0 });
  // All at once: each waits for those before it.
  await Promise.all(questions.map(async ([path, question]) => {
    const first = ['deal', 'hand', 'suit'].find((name) => question[name]);
    const { [first]: asked, ...options } = question;
    const told = await falsecard[path.slice(5)](asked, options);
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(question) });
    assert.deepEqual(timeless(told), timeless(await answer.json()), path);
  }));
});

test('what cannot be answered is told in a sentence, and the next question is answered', async () => {
  await assert.rejects(falsecard.choose('N:AKQ.432.AKQ.5432 - - -'), /Contract/);
  await assert.rejects(falsecard.dd('qx|o1|md|3S'), Error);
  await assert.rejects(falsecard.choose(questions[1][1].deal, { worlds: -1 }), /worlds|u64|usize/);
  assert.equal((await falsecard.bid('AQ3.KJ52.7.QJ943')).call, '1♣');
});

test('TypeScript knows questions and answers', () => {
  const typed = (name, text) => {
    writeFileSync(join(project, name), text);
    const words = ['typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022',
      '--lib', 'es2022,dom', name];
    return execFileSync('node', [join(tools, words[0]), ...words.slice(1)], { cwd: project, stdio: 'pipe' });
  };
  typed('example.ts', example.replace('catch (error)', 'catch (error: any)'));
  assert.throws(() => typed('wrong.ts', "import { choose } from 'falsecard';\nchoose('', { world: 3 });\n"), /status|Command failed/);
});

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

test('a bundler makes a page of it, which answers in a browser', async (t) => {
  writeFileSync(join(project, 'index.html'), '<!doctype html><title>A page</title><script type="module" src="page.js"></script>');
  writeFileSync(join(project, 'page.js'), example.replace(/console\.log\((.*)\);/g, 'document.body.append([$1].join(" "), "\\n");'));
  const { build } = await import(pathToFileURL(createRequire(join(tools, 'x')).resolve('vite')).href);
  await build({ root: project, logLevel: 'warn', build: { target: 'es2022' }, worker: { format: 'es' } });
  const server = createServer((request, answer) => {
    const name = request.url === '/' ? '/index.html' : request.url;
    try {
      const body = readFileSync(join(project, 'dist', name));
      answer.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'text/plain' }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  }).listen(0);
  t.after(() => server.close());
  const { chromium } = createRequire(join(root, 'tests/browser/kit.mjs'))('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction((lines) => document.body.textContent.trim().split('\n').length === lines, said.length, { timeout: 60_000 });
  assert.deepEqual((await page.textContent('body')).trim().split('\n'), said);
});
