// What the site does beyond the page of a server: it works without one, and goes on after whatever ends a worker.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { fresh, paste, problem, serve, site, stop, url } from './kit.mjs';

/** Answers every question of the panel "Which card?" on the page. */
const answered = (page) => page.waitForSelector('[data-event=sentence] .answer');

/** Whether the pages have threads, and with them a program of its own and workers. */
const hasThreads = Boolean(process.env.ISOLATED);
const [name, worker, other] = hasThreads
  ? ['threads.wasm', 'worker-threads.js', /^falsecard/] : ['falsecard.wasm', 'worker.js', /^threads/];

/** The site with another script as its worker: what is put before the answer to a question. */
async function withWorker(before) {
  const script = readFileSync(join(site, worker), 'utf8');
  const place = '  try {\n    const begin';
  assert(script.includes(place));
  // What a service worker keeps is not asked for anew.
  const page = await fresh({ serviceWorkers: 'block' });
  await page.route(`**/${worker}`, (route) => route.fulfill({
    contentType: 'text/javascript', headers: { 'cross-origin-embedder-policy': 'require-corp' },
    body: script.replace(place, `  ${before}\n${place}`),
  }));
  await page.goto(url);
  return page;
}

/** What the console says of a service worker that a scenario blocks is the scenario's own doing. */
const wrong = (page) => page.wrong.filter((text) => !text.includes('blocked by Playwright'));

/** The worker does this in place of its first answer: the page tells of it, keeps the deal, and answers what is asked next. */
async function isTold(told, before) {
  const page = await withWorker(before);
  await paste(page, problem);
  await page.waitForSelector('.doors');
  const deal = page.url();
  await page.keyboard.press('c');
  await page.waitForSelector(`#trouble >> text=${told}`);
  assert(page.url().startsWith(deal), 'the deal is kept');
  await page.keyboard.press('t');
  await page.waitForSelector('text=What can be made');
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}

/** The most bytes that a visitor loads, compressed. */
const MOST = 3_000_000;

export default {
  async 'a visitor loads three megabytes at most'() {
    const files = readdirSync(site).filter((name) => !/^icon-|^offline/.test(name) && !other.test(name));
    const sizes = files.map((name) => [name, brotliCompressSync(readFileSync(join(site, name))).length]);
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`  by brotli: ${all} bytes, ${name} ${Object.fromEntries(sizes)[name]}`);
    assert(all <= MOST);
  },

  async 'after one visit the site opens without a network'() {
    const own = await serve();
    const page = await fresh();
    await page.goto(own);
    await page.evaluate(() => navigator.serviceWorker.ready);
    stop(own);
    await assert.rejects(fetch(own), 'the server still answers');
    await page.goto('about:blank');
    await page.goto(own);
    await page.click('#example');
    await answered(page);
    assert.deepEqual(wrong(page), []);
    await page.context().close();
  },

  async 'it asks for nothing but its own files'(page) {
    const asked = new Set();
    page.context().on('request', (request) => asked.add(request.method() + request.url().slice(url.length)));
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('c');
    await answered(page);
    const kept = /^const FILES = (.*);$/m.exec(readFileSync(join(site, 'offline.js'), 'utf8'))[1];
    const files = [...kept.matchAll(/'([^']*)'/g)].map(([, file]) => file.replace('./', '')).concat('offline.js', 'offline.js?threads');
    for (const it of asked) assert(files.includes(it.replace(/^GET/, '').replace(/#.*/, '')), it);
    assert(asked.has(`GET${name}`));
  },

  async 'a search is stopped by the end of its worker, and another goes on'(page) {
    await paste(page, problem);
    await page.waitForSelector('.doors');
    // Longer than anybody waits.
    await page.evaluate(() => { location.hash += '&time=60'; });
    await page.waitForSelector('[data-key=c][href*="time=60"]');
    await page.keyboard.press('c');
    await page.waitForSelector('.candidates');
    await page.click('[data-stop]');
    await page.waitForSelector('text=stopped');
    await page.evaluate(() => { location.hash = location.hash.replace('&time=60', ''); });
    await answered(page);
    await page.keyboard.press('t');
    await page.waitForSelector('text=What can be made');
  },

  async 'a worker that fails is told of, and the next answers'() {
    await isTold('it has begun anew, and the deal is kept', "if (path === '/choose' && !globalThis.failed) {" +
      " globalThis.failed = true; postMessage({ status: 200, kind: 'text/event-stream' }); postMessage({ fault: 'fault' }); return; }");
  },

  async 'a worker that the browser ends without a word is told of, and the next answers'() {
    await isTold('the browser has ended that', "if (path === '/choose') return close();");
  },

  ...(hasThreads && {
    async 'the search has threads'(page) {
      await paste(page, problem);
      await page.waitForSelector('.doors');
      const begun = page.workers().filter((it) => it.url().endsWith(worker)).length;
      assert.equal(begun, 2 + await page.evaluate(() => navigator.hardwareConcurrency));
    },

    async 'a thread that the browser ends without a word is told of, and the next search answers'() {
      const page = await fresh({ serviceWorkers: 'block' });
      await page.addInitScript(() => {
        globalThis.begun = [];
        globalThis.Worker = class extends Worker {
          constructor(...how) {
            super(...how);
            globalThis.begun.push(this);
          }
        };
      });
      // A lead is not clear for a long time, and a browser may take seconds to end a thread that is at work.
      await page.goto(`${url}#deal=W:KJ742.83.Q65.972+-+-+-&dealer=N&calls=P+P+1NT+P+3NT+P+P+P&panel=choose&time=60`);
      await page.waitForSelector('.candidates');
      await page.evaluate(() => globalThis.begun.at(-1).terminate());
      await page.waitForSelector('#trouble >> text=the browser has ended that');
      await page.evaluate(() => { location.hash = location.hash.replace('&time=60', ''); });
      await answered(page);
      assert.deepEqual(wrong(page), []);
      await page.context().close();
    },
  }),

  async 'a memory that is full is told of, and the deal is kept'() {
    // All that a browser grants is taken before the question is answered.
    await isTold('there is not enough memory for that',
      "if (path === '/choose') for (let more = 32768; more; more >>= 1) { try { for (;;) memory.grow(more); } catch {} }");
  },

  async 'a browser without WebAssembly is told what it lacks'() {
    const page = await fresh();
    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await page.goto(url);
    await page.waitForSelector('#trouble >> text=it needs WebAssembly with SIMD');
    await page.click('#example');
    await page.waitForSelector('#trouble >> text=it needs WebAssembly with SIMD');
    assert.deepEqual(wrong(page), []);
    await page.context().close();
  },

  async 'a browser whose workers take no modules is told what it lacks'() {
    const page = await fresh();
    await page.addInitScript(() => {
      const Worker = globalThis.Worker;
      globalThis.Worker = function (script) { return new Worker(script); };
    });
    await page.goto(url);
    await page.waitForSelector('#trouble >> text=modules in workers');
    await page.context().close();
  },

  async 'what is broken is refused with its place, and the deal stays'(page) {
    await paste(page, problem);
    await page.waitForSelector('.doors');
    const deal = page.url();
    await paste(page, 'qx|o1|pn|a,b,c,d|st||md|3SAKQHAKQDAKQCAKQ2,SJT9HJT9DJT9CJT98,S876H876D876C876|sv|0|mb|9N|');
    await page.waitForSelector('#trouble >> text=the text:1: law 1');
    assert.equal(page.url(), deal, 'the deal is kept');
    await page.keyboard.press('c');
    await answered(page);
  },

  async 'a file of fifty megabytes is refused, and the page goes on'(page) {
    await page.click('header >> text=Open');
    await page.setInputFiles('#file', { name: 'large.pbn', mimeType: 'text/plain', buffer: Buffer.alloc(50_000_000, 'x') });
    await page.waitForSelector('#trouble >> text=that is more than 33554432 bytes');
    await paste(page, problem);
    await page.waitForSelector('.doors');
  },

  async 'a browser that keeps nothing shows the page all the same'() {
    const page = await fresh({ serviceWorkers: 'block' });
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'caches']) {
        Object.defineProperty(globalThis, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
      }
    });
    await page.goto(url);
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('c');
    await answered(page);
    assert.deepEqual(wrong(page), []);
    await page.context().close();
  },

  async 'a browser that has no room left plays on'() {
    const page = await fresh({ serviceWorkers: 'block' });
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await page.goto(url);
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('c');
    await answered(page);
    assert.deepEqual(wrong(page), []);
    await page.context().close();
  },

  async 'first figures: on this machine, and with the processor slowed four times'() {
    for (const times of [1, 4]) {
      const page = await fresh({ serviceWorkers: 'block' });
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: times });
      await page.goto(`${url}#deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+AK9.AQ87.AK87.Q6+8765.654.654.543&dealer=S&vul=NS` +
        '&by=3NT+by+South&calls=2NT+P+3NT+P+P+P&play=H6+H2+HK+HA+CQ+C3+C7&scoring=imps&system=paper&panel=choose');
      await page.waitForSelector('.candidates');
      const figures = await page.evaluate(() => performance.now());
      await answered(page);
      const [paint, answer] = await page.evaluate(() =>
        [performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]);
      console.log(`  slowed ${times} times: first paint ${paint.toFixed(0)} ms, first figures ${figures.toFixed(0)}, answer ${answer.toFixed(0)}`);
      await page.context().close();
    }
  },
};
