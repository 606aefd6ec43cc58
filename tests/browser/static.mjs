// Serves a folder of files, as any host does, under a path of its own: node static.mjs serve --port N [FILE]
//
// It takes the words of `falsecard serve`, so that the scenarios of the page can ask it in place of the program; the folder is $SITE.
// A site is given no file to begin with; where the scenarios give one, the script of the site is told to open it.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const folder = process.env.SITE;
const under = process.env.UNDER ?? '/';
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
const file = process.argv.slice(process.argv.indexOf('--port') + 2)[0];

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** With ISOLATED set, the headers by which a page may have threads. */
const ISOLATES = process.env.ISOLATED
  ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' } : {};

const NOTHING = 'return new Response(null, { status: 204 })';
const OPENS = "return fetch('/open', { body: await (await load('opened')).blob() })";

function contents(name) {
  if (file && name === 'opened') return readFileSync(file);
  const bytes = readFileSync(join(folder, normalize(name)));
  if (!file || name !== 'here.js') return bytes;
  const script = String(bytes);
  if (!script.includes(NOTHING)) throw new Error('here.js has no place for a file');
  return script.replace(NOTHING, OPENS);
}

const server = createServer((request, answer) => {
  const { pathname } = new URL(request.url, 'http://here');
  const name = pathname.startsWith(under) ? pathname.slice(under.length) || 'index.html' : null;
  try {
    const body = contents(name);
    answer.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'application/octet-stream', ...ISOLATES }).end(body);
  } catch {
    answer.writeHead(404).end();
  }
});
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}${under}`));
