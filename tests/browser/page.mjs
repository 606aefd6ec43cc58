// The page in a real browser, as a person uses it: node page.mjs PROGRAM FOLDER
//
// PROGRAM is falsecard; pictures of several states, and the upper part of one for the README, are written into FOLDER. Whatever goes wrong, an error on
// the page's console among it, ends the program with status 1.

import assert from 'node:assert/strict';
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [program, pictures] = process.argv.slice(2);
const root = new URL('../../', import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'falsecard-'));

const servers = [];

/** A page at a port of its own. */
async function serve(...files) {
  const server = spawn(program, ['serve', '--port', '0', ...files], { cwd: root });
  servers.push(server);
  const [line] = await once(server.stdout, 'data');
  return String(line).trim();
}

const url = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update'],
});

/** A fresh browser, in which no console may say anything. */
async function fresh(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
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

async function accessible(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }));
  const told = found.violations.map((it) =>
    `${it.id}: ${it.help}\n${it.nodes.slice(0, 3).map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(told, [], what);
}

async function fits(page, what) {
  const [wide, has] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert(wide <= has, `${what}: ${wide} > ${has} pixels`);
}

const picture = (page, name, options = {}) =>
  page.screenshot({ path: resolve(pictures, `${name}.png`), fullPage: true, ...options });

/** Text as it arrives from the clipboard. */
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}, text);

const problem = readFileSync(join(root, 'problems/paper/paper-ex1.pbn'), 'utf8');
const played = readFileSync(join(root, 'tests/data/played.pbn'), 'utf8');
/** The same up to its fourth trick. */
const begun = played.replace(/(S2 SK S6 S5)[^*]*/, '$1\n');

/** Two boards of an evening, each at four tables, as the file calls them: 7 and 12. */
const evening = ['7', '12'].flatMap((board) =>
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

/** Sixteen boards with their auctions and results; of board 16 par is a sacrifice. */
const sixteen = Array.from({ length: 16 }, (_, n) => {
  const board = played.replace('[Board "1"]', `[Board "${n + 1}"]`);
  const partscores = '[Deal "N:KQJT98.3.A32.432 2.KQJT98.QJT.KQJ A76.54.K54.AT765 543.A762.9876.98"]';
  return n < 15 ? board : board.replace(/\[Deal .*/, partscores).replace(/\[Play [^*]*/, '');
}).join('\n');

/** The pages of the paper that is printed, A4. */
async function sheets(page) {
  const paper = await page.pdf({ format: 'A4' });
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
}

const places = (page, selector) => page.$$eval(selector, (all) => all.map((it) => {
  const { x, y } = it.getBoundingClientRect();
  return [it.textContent, x, y + scrollY];
}));

const tests = {
  async 'the page is there at once'() {
    const times = [];
    for (let n = 0; n < 5; n += 1) {
      const page = await fresh();
      await page.goto(url);
      times.push(await page.evaluate(() => new Promise((resolve) => {
        const seen = (list) => {
          const paint = list.getEntries().find((it) => it.name === 'first-contentful-paint');
          if (paint) resolve(paint.startTime);
        };
        new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
      })));
      await accessible(page, 'the empty page');
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
    times.sort((a, b) => a - b);
    console.log(`  first paint, median of five: ${times[2].toFixed(0)} ms`);
    // Chromium itself begins in it, on whatever machine this is.
    assert(times[2] < 500);
  },

  async 'a deal is pasted, asked about, and the answer fills in'(page) {
    await paste(page, problem);
    await page.waitForSelector('.hand.e a.card');
    assert.deepEqual(await page.$$eval('a.card[data-card]', (all) => all.map((it) => it.dataset.card)), ['CK', 'C2']);
    await page.evaluate(() => {
      globalThis.standings = [];
      new MutationObserver(() => {
        const legend = document.querySelector('[data-event=standing] .legend')?.textContent;
        if (legend && globalThis.standings.at(-1) !== legend) globalThis.standings.push(legend);
      }).observe(document.querySelector('#panel'), { childList: true, subtree: true });
    });
    const asked = Date.now();
    await page.keyboard.press('c');
    await page.waitForSelector('.candidates');
    const first = Date.now() - asked;
    console.log(`  first figures: ${first} ms`);
    assert(first < 2000);
    await page.waitForSelector('.worlds .hands', { timeout: 120_000 });
    const standings = await page.evaluate(() => globalThis.standings);
    assert(standings.length >= 3, `it fills in: ${standings.join('; ')}`);
    const answer = await page.textContent('[data-event=sentence] .answer');
    assert.match(answer, /^Play the ♣2: it sets 3NT in \d+ % of layouts.*declarer will place the ♣K with West\.$/);
    assert.equal(await page.$$eval('.worlds .hands', (all) => all.length), 3);
    assert.match(await page.textContent('#panel .candidates ~ .legend >> nth=1'), /minimax: the usual way/);
    assert.match(await page.getAttribute('.chip abbr', 'title'), /all cards seen|what the others will think/);
    const plain = await page.evaluate(() => document.body.textContent);
    for (const odd of ['How it is asked', 'as the system has it']) assert(!plain.includes(odd), odd);
    await accessible(page, 'which card');
    await picture(page, 'choose');
    await picture(page, 'answer', { clip: { x: 0, y: 0, width: 1280, height: 745 } });
  },

  async 'a search is stopped, and goes on'(page) {
    await paste(page, played);
    await page.waitForSelector('.steps');
    await page.keyboard.press('Home');
    await page.waitForSelector('text=card 0 of');
    await page.keyboard.press('c');
    await page.waitForSelector('[data-stop]');
    await page.click('[data-stop]');
    await page.waitForSelector('text=Go on');
    const before = await page.textContent('[data-event=standing]');
    await page.waitForTimeout(500);
    assert.equal(await page.textContent('[data-event=standing]'), before, 'it stands still');
    await page.click('text=Go on');
    await page.waitForSelector('.candidates', { timeout: 60_000 });
    await page.keyboard.press('c');
    await page.waitForSelector('#panel', { state: 'hidden' });
  },

  async 'what the others think, before and after a card that is pointed at'(page) {
    await paste(page, problem);
    await page.click('text=What South thinks');
    await page.waitForSelector('.owners');
    await page.hover('a.card[data-card=C2]');
    await page.waitForSelector('text=What South thinks after');
    const king = page.locator('.owners tr', { hasText: '♣K' });
    assert.match(await king.textContent(), /\d+ % → \d+ %/);
    await accessible(page, 'beliefs');
    await picture(page, 'believe');
    await page.click('summary');
    assert.match(await page.textContent('#panel details'), /South 2NT: /);
    await page.waitForSelector('text=Point at a card');
    await page.focus('a.card[data-card=CK]');
    await page.waitForSelector('text=What South thinks after');
  },

  async 'the play is stepped through by keys and mouse, left and come back to'(page) {
    await paste(page, problem);
    await page.waitForSelector('text=card 7 of 7');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('text=card 6 of 7');
    await page.click('a.card[data-card=CA]');
    await page.waitForSelector('text=back to the play');
    await page.waitForSelector('.tricks a.branch');
    await page.waitForSelector('text=card 7 of 7');
    await page.click('a.card[data-card=CK]');
    await page.waitForSelector('text=card 8 of 8');
    await page.keyboard.press('b');
    await page.waitForSelector('text=card 6 of 7');
    assert.equal(await page.$('text=back to the play'), null);
    await page.goBack();
    await page.waitForSelector('text=card 8 of 8');
    await page.keyboard.press('Home');
    await page.waitForSelector('text=card 0 of');
    await page.keyboard.press('PageDown');
    await page.waitForSelector('text=card 4 of');
  },

  async 'a link holds the whole position'(page) {
    await paste(page, problem);
    await page.waitForSelector('text=card 7 of 7');
    await page.click('text=Double dummy');
    await page.waitForSelector('a.card sub');
    const marks = await page.$$eval('a.card sub', (all) => all.map((it) => it.textContent));
    assert.equal(marks.length, 2);
    const friend = await fresh();
    await friend.goto(page.url());
    await friend.waitForSelector('a.card sub');
    const text = (of) => of.textContent('#board');
    assert.equal(await text(friend), await text(page));
    await accessible(friend, 'double dummy');
    assert.deepEqual(friend.wrong, []);
    await friend.context().close();
  },

  async 'a deal is set up by clicking'(page) {
    await page.keyboard.press('s');
    await accessible(page, 'setting up');
    const hold = async (seat, hand) => {
      await page.check(`#setup input[value=${seat}]`);
      for (const [at, ranks] of hand.split('.').entries()) {
        for (const rank of ranks) await page.click(`[data-pack="${'SHDC'[at]}${rank}"]`);
      }
    };
    assert.equal(await page.textContent('[data-count=N]'), '0', 'without a deal on the page it is empty');
    await hold('E', 'QJT.KJT9.QJT9.K2');
    await hold('N', '432.32.32.AJT987');
    await page.click('#undo');
    assert.equal(await page.textContent('[data-count=N]'), '12');
    await page.click('[data-pack=C7]');
    await page.click('[data-pack=C6]');
    await page.waitForSelector('text=North has 13 cards.');
    await page.fill('#setup [name=by]', '3NT by South');
    await page.fill('#setup [name=calls]', '2NT P 3NX');
    await page.click('#setup [value=show]');
    // What is wrong with the auction is mended on the board.
    await page.waitForSelector('.missing');
    assert.equal(await page.inputValue('.missing [name=calls]'), '2NT P 3NX');
    await page.fill('.missing [name=calls]', '2NT P 3NT');
    await page.selectOption('.missing [name=dealer]', 'S');
    await page.fill('.missing [name=play]', 'H6 H2');
    await page.click('.missing >> text=Go on');
    await page.waitForSelector('.hand.e a.card[data-card=HK]');
    await page.click('a.card[data-card=HK]');
    await page.waitForSelector('text=What did South play?');
    await page.click('text=What did South play?');
    await page.click('.picker a[data-card=HA]');
    await page.waitForSelector('text=card 4 of 4');
  },

  async 'a deal on the page is changed, and its contract'(page) {
    await paste(page, played);
    await page.waitForSelector('.hands');
    await page.keyboard.press('s');
    assert.deepEqual(await page.$$eval('[data-count]', (all) => all.map((it) => it.textContent)), ['13', '13', '13', '13']);
    assert.equal(await page.inputValue('#setup [name=by]'), '4H by South');
    await accessible(page, 'a deal to be changed');
    await page.click('#empty');
    assert.equal(await page.textContent('[data-count=N]'), '0');
    assert.equal(await page.inputValue('#setup [name=by]'), '');
    await page.click('#setup [value=cancel]');
    await page.click('text=Change the contract');
    assert.equal(await page.evaluate(() => document.activeElement.name), 'by');
    await page.fill('#setup [name=by]', '3NT by North');
    await page.click('#setup [value=show]');
    await page.waitForSelector('.facts >> text=3NT by North');
    await page.waitForSelector('h2 >> text=Board 1');
    await page.waitForSelector('text=card 0 of 0');
    await page.waitForSelector('.hand.e a.card');
    await page.keyboard.press('h');
    await page.waitForSelector('.unseen');
    assert.equal(await page.$$eval('.unseen', (all) => all.length), 3, 'the leader sees his own hand');
  },

  async 'before the lead a hand that is known stays when the others are hidden'(page) {
    await page.goto(`${url}#deal=N:AKQ2.K43.A32.K32+-+543.A52.KQ54.A54+-&by=3NT+by+South&dealer=S&vul=none`);
    await page.waitForSelector('text=What did West play?');
    await page.keyboard.press('h');
    await page.waitForSelector('text=Show all hands');
    assert.equal(await page.$$eval('.unseen', (all) => all.length), 3, 'South is seen');
  },

  async 'a handout of eight boards is one sheet, and its boards are chosen'() {
    const file = join(scratch, 'sixteen.pbn');
    writeFileSync(file, sixteen);
    const page = await fresh();
    const own = await serve(file);
    await page.goto(own);
    await page.waitForSelector('text=of 16');
    await page.click('#handing');
    await page.waitForSelector('.sheet.of4');
    assert.equal(await page.$$eval('.sheet article', (all) => all.length), 16);
    assert.equal(await sheets(page), 4);
    await page.click('text=8 to a page');
    await page.waitForSelector('.sheet.of8');
    assert.equal(await sheets(page), 2, 'sixteen boards, eight to a page');
    await page.click('text=With answers');
    await page.waitForSelector('text=NS make');
    assert.equal(await sheets(page), 2, 'the same with answers');
    assert.match(await page.textContent('.sheet >> nth=1'), /Par NS \+100: 4♥x−1 by East or West/);
    await page.fill('[name=boards]', '3-9, 16');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.sheet article').length === 8);
    assert.match(await page.textContent('.sheet article >> nth=0'), /Board 3/);
    assert.match(await page.textContent('.sheet article >> nth=7'), /Board 16/);
    assert.equal(await sheets(page), 1, 'eight boards with answers');
    await page.click('text=Without answers');
    await page.waitForSelector('text=With answers');
    assert.equal(await sheets(page), 1, 'eight boards without');
    await accessible(page, 'chosen boards of a handout');
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.sheet article').length === 8);
    await page.goto(own);
    await page.waitForSelector('.hands');
    await page.keyboard.press('l');
    await page.fill('#words', '+1');
    await page.waitForSelector('text=16 boards');
    await page.fill('#words', '+11');
    await page.waitForSelector('text=0 of 16 boards');
    await page.fill('#words', '12');
    await page.waitForSelector('text=1 of 16 boards');
    await page.click('#list [value=close]');
    await page.click('#handing');
    await page.waitForSelector('.sheet');
    assert.equal(await page.$$eval('.sheet article', (all) => all.length), 1, 'what the list shows');
    assert.equal(await page.inputValue('[name=words]'), '12');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'the buttons at the table keep their places, and the auction is above them'(page) {
    const auction = '#random=11&number=1&me=S&others=human&dealer=N&vul=none&board=1' +
      '&deal=N:6.7532.32.QJ8543+Q875.K6.KJT8.K97+AK43.AQJ984.A7.6+JT92.T.Q9654.AT2&calls=P+P';
    const play = '#deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6' +
      '&dealer=N&vul=none&by=7NT+by+North&me=N&play=S7+S2+SJ+SA';
    const buttons = '[aria-label="At the table"] .button, .box .button';
    const steps = [[auction, 'c', 'text=Our player calls'], [play, 'm', 'text=How many of the 12 tricks'], [play, 'c', '.candidates']];
    for (const [place, key, answer] of steps) {
      for (const viewport of [{ width: 1280, height: 900 }, { width: 1700, height: 900 }, { width: 360, height: 640 }]) {
        await page.setViewportSize(viewport);
        await page.goto(url + place);
        // The answer to the last question goes once the board is drawn.
        await page.waitForSelector('#panel', { state: 'hidden' });
        await page.waitForSelector('text=/Your (call|card)/');
        const before = await places(page, buttons);
        await page.keyboard.press(key);
        await page.waitForSelector(answer, { timeout: 60_000 });
        assert.deepEqual(await places(page, buttons), before, `${answer} at ${viewport.width}`);
        if (place !== auction) continue;
        const top = (selector) => page.$eval(selector, (it) => it.getBoundingClientRect().top);
        assert(await top('.called .auction') < await top('.box'), 'the calls are above the bidding box');
        assert.equal(before.length, 38 + 3, 'all calls have a place');
        await fits(page, 'the bidding box');
      }
    }
    await accessible(page, 'at the table');
  },

  async 'large type for a wall shows the hands, the trick and the auction at once'(page) {
    await page.evaluate(() => localStorage.setItem('falsecard options', '{"size":"large"}'));
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.reload();
    const isSeen = async (what, selectors) => {
      for (const selector of selectors) {
        const box = await (await page.waitForSelector(selector)).boundingBox();
        assert(box.y >= 0 && box.y + box.height <= 768, `${what}: ${selector} ends at ${box.y + box.height}`);
      }
      await fits(page, what);
    };
    await page.goto(`${url}#me=S&dealer=N&vul=none&board=1` +
      '&deal=N:6.7532.32.QJ8543+Q875.K6.KJT8.K97+AK43.AQJ984.A7.6+JT92.T.Q9654.AT2&calls=P+P');
    await isSeen('an auction', ['.hands', '.called .auction', '.box .row']);
    await paste(page, sixteen);
    await page.waitForSelector('text=card 52 of');
    await page.keyboard.press('Home');
    await page.waitForSelector('text=card 0 of');
    await isSeen('the lead', ['.hands', '.middle.trick', '.record .auction']);
    await page.keyboard.press('PageDown');
    await page.waitForSelector('text=card 4 of');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('text=card 5 of');
    await isSeen('the second trick', ['.hands', '.middle.trick', '.record .auction']);
    await page.keyboard.press('t');
    await page.waitForSelector('.tricks-table');
    await page.evaluate(() => scrollTo(0, 0));
    await isSeen('with an answer', ['.hands', '.middle.trick', '.record .auction']);
    await accessible(page, 'large type');
    await picture(page, 'wall');
  },

  async 'the problems are a quiz, and the score is kept'(page) {
    await page.keyboard.press('q');
    await accessible(page, 'the sets');
    await page.click('text=paper >> nth=0');
    await page.waitForSelector('text=You are East. Which card?');
    assert.equal(await page.$$eval('.unseen', (all) => all.length), 2, 'the other hands are not seen');
    await page.click('a.card[data-card=C2]');
    await page.waitForSelector('text=Right:');
    await page.waitForSelector('text=1 of 1 right');
    await page.waitForSelector('.worlds', { timeout: 120_000 });
    await accessible(page, 'the verdict');
    await picture(page, 'quiz');
    await page.click('.steps >> text=Next');
    await page.waitForSelector('text=paper, 2 of 4');
    await page.waitForSelector('text=1 of 1 right');
    await page.reload();
    await page.waitForSelector('text=1 of 1 right');
  },

  async 'the problems of a file are a quiz of its own'() {
    const file = join(scratch, 'own.pbn');
    const second = readFileSync(join(root, 'problems/paper/paper-ex2.pbn'), 'utf8');
    writeFileSync(file, `${problem}\n${second.replace(/^%.*\n/gm, '')}`);
    const page = await fresh();
    await page.goto(await serve(file));
    await page.waitForSelector('.hands');
    await page.click('header >> text=Quiz');
    await page.click('text=The problems of your file');
    await page.waitForSelector('text=You are East. Which card?');
    assert.equal(await page.$$eval('.unseen', (all) => all.length), 2, 'the other hands are not seen');
    await accessible(page, 'a problem of a file');
    await page.click('a.card[data-card=C2]');
    await page.waitForSelector('text=Right:');
    await page.waitForSelector('text=1 of 1 right');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('h2 >> text=Your file: paper-ex2');
    await page.waitForSelector('nav button[data-own="1"][disabled]');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('h2 >> text=Your file: paper-ex1');
    await page.click('text=All sets');
    await page.waitForSelector('[data-own-set] >> text=1 of 1 right');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'of equal cards the quiz says that they are'() {
    const file = join(scratch, 'equal.pbn');
    writeFileSync(file, readFileSync(join(root, 'problems/entries/bb-thirdhand-08.pbn'), 'utf8').replace(/^%.*\n/gm, ''));
    const page = await fresh();
    await page.goto(await serve(file));
    await page.waitForSelector('.hands');
    await page.click('header >> text=Quiz');
    await page.click('text=The problems of your file');
    await page.click('a.card[data-card=HK]');
    await page.waitForSelector('text=Right:');
    assert.match(await page.textContent('.verdict'), /♥Q is equal to ♥K/);
    await accessible(page, 'equal cards');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'what a paste leaves open is asked for in place'(page) {
    await paste(page, 'N: AKQ2 K43 A32 K32\nS: 543 A52 KQ54 A54');
    await page.waitForSelector('text=What is played, and by whom?');
    await accessible(page, 'what is missing');
    await page.fill('.missing [name=by]', '3NT');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/who declares 3NT/i');
    assert.equal(await page.inputValue('.missing [name=by]'), '3NT', 'what was typed stays');
    await page.fill('.missing [name=by]', '3NT by South');
    await picture(page, 'missing');
    await page.click('.missing >> text=Go on');
    await page.waitForSelector('text=What did West play?');
    await page.keyboard.press('t');
    await page.waitForSelector('.tricks-table', { timeout: 60_000 });
    assert.match(await page.textContent('#panel .answer'), /3NT by North or South in/);
    await accessible(page, 'what can be made in deals that fit');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
  },

  async 'a played board is reviewed'(page) {
    await paste(page, begun);
    await page.waitForSelector('.hands');
    await page.keyboard.press('r');
    await page.waitForSelector('[data-event=remark] tr', { state: 'attached' });
    await page.waitForSelector('[data-event=sum] p', { timeout: 180_000 });
    const rows = await page.$$eval('[data-event=remark] tr', (all) => all.length);
    const marked = await page.$$eval('.tricks a.mistake', (all) => all.length);
    assert.match(await page.textContent('[data-event=sum]'), new RegExp(` in ${rows} choices`));
    assert.equal(marked, await page.$$eval('tr.mistake', (all) => all.length));
    await accessible(page, 'the review');
    await picture(page, 'review');
  },

  async 'on a phone, in the dark, in four colours and letters'() {
    const page = await fresh({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
    await page.goto(url);
    await fits(page, 'the empty page');
    await paste(page, problem);
    await page.waitForSelector('.hands');
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { deck: 'four' }));
    await fits(page, 'the board');
    await page.click('text=What South thinks');
    await page.waitForSelector('.owners');
    await fits(page, 'beliefs');
    const top = (selector) => page.$eval(selector, (it) => it.getBoundingClientRect().top);
    assert(await top('#panel') < await top('#side'), 'the answer comes before the auction');
    await accessible(page, 'beliefs on a phone');
    await picture(page, 'phone');
    await page.click('text=Which card?');
    await page.waitForSelector('.worlds', { timeout: 120_000 });
    await fits(page, 'which card');
    await accessible(page, 'which card on a phone');
    await page.click('header >> text=Options');
    await page.selectOption('[name=suits]', 'letters');
    await page.click('#options [value=close]');
    const letter = await page.$eval('.hand .pip.h', (pip) => getComputedStyle(pip, '::after').content);
    assert.equal(letter, '"H"');
    await page.click('header >> text=Quiz');
    await page.waitForSelector('.sets');
    await fits(page, 'the sets');
    await page.click('text=paper >> nth=0');
    await page.waitForSelector('text=Which card?');
    await fits(page, 'a problem');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'what is printed is the board and the answer'(page) {
    await paste(page, problem);
    await page.click('text=What South thinks');
    await page.waitForSelector('.owners');
    await page.emulateMedia({ media: 'print' });
    assert(await page.isHidden('header nav') && await page.isHidden('.steps'));
    assert(await page.isVisible('.hands') && await page.isVisible('.owners'));
    assert((await page.pdf()).length > 10_000);
  },

  async 'a text that means ill is shown and not obeyed'(page) {
    const ill = '<img src=x onerror="document.title=1">';
    const said = problem.replace('[North "?"]', `[North "${ill.replaceAll('"', '\\"')}"]`);
    await paste(page, said);
    await page.waitForSelector('.hands');
    assert.equal(await page.title(), 'falsecard');
    assert((await page.textContent('.hand.n .player')).includes('<img'));
    await paste(page, 'no deal at all');
    await page.waitForSelector('#trouble:not([hidden])');
  },

  async 'a file of ten thousand boards is opened without a stall'() {
    const file = join(scratch, 'many.pbn');
    const board = (n) => problem.replace('[Board "paper-ex1"]', `[Board "${n + 1}"]`);
    writeFileSync(file, Array.from({ length: 10_000 }, (_, n) => board(n)).join('\n'));
    const own = await serve(file);
    const page = await fresh();
    await page.goto(own);
    const start = Date.now();
    await page.waitForSelector('.hands');
    console.log(`  first board: ${Date.now() - start} ms`);
    const stall = page.evaluate(() => new Promise((resolve) => {
      let [last, worst] = [performance.now(), 0];
      const watch = setInterval(() => {
        const now = performance.now();
        worst = Math.max(worst, now - last);
        last = now;
        if (document.querySelector('#of').textContent === 'of 10,000') {
          clearInterval(watch);
          resolve(worst);
        }
      }, 10);
    }));
    console.log(`  longest stall: ${(await stall).toFixed(0)} ms, all read after ${Date.now() - start} ms`);
    assert(await stall < 500);
    await page.fill('#which', '9999');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Board 9999');
    await accessible(page, 'a file');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'an evening at the club: the list, the tables of a deal, what can be made'() {
    const file = join(scratch, 'evening.pbn');
    writeFileSync(file, evening);
    const page = await fresh();
    await page.goto(await serve(file));
    await page.waitForSelector('text=of 2, table 1 of 4');
    await page.click('text=Next deal');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.waitForSelector('text=of 2, table 1 of 4');
    await page.keyboard.press('n');
    await page.waitForSelector('text=of 2, table 2 of 4');
    await page.keyboard.press('P');
    await page.waitForSelector('h2 >> text=Board 7');
    await page.waitForSelector('text=of 2, table 1 of 4');
    assert.equal(await page.getAttribute('[data-board="1"]', 'aria-label'), 'next table');
    // The boards are counted before the first is drawn, and its keys are drawn with it.
    await page.waitForSelector('[data-key=t]');
    await page.keyboard.press('t');
    await page.waitForSelector('.tricks-table');
    assert.equal(await page.$$eval('.tricks-table tbody td', (all) => all.length), 20);
    assert.match(await page.textContent('#panel .answer'), /^Par is NS \+1520: 7NT by North or South\.$/);
    await accessible(page, 'what can be made');
    const asked = Date.now();
    await page.keyboard.press('v');
    await page.waitForSelector('#panel tr[aria-current]');
    console.log(`  tables side by side: ${Date.now() - asked} ms`);
    assert(Date.now() - asked < 1000);
    assert.deepEqual(await page.$$eval('#panel tbody th', (all) => all.map((it) => it.textContent)),
      ['7NT N', '6NT N', '3NT N', '7NT N']);
    await accessible(page, 'tables side by side');
    await page.click('#panel >> text=3NT N');
    await page.waitForSelector('text=table 2 of 4');
    await page.keyboard.press('n');
    await page.waitForSelector('text=table 3 of 4');
    await page.keyboard.press('l');
    await page.waitForSelector('#list tbody tr');
    await accessible(page, 'the list');
    await page.fill('#words', 'bea 3nt');
    await page.waitForSelector('text=2 of 8 tables');
    await page.fill('#words', '-5');
    await page.waitForSelector('text=0 of 8 tables');
    await page.fill('#words', '-1');
    await page.waitForSelector('text=2 of 8 tables');
    assert.match(await page.textContent('#list tbody'), /−1/);
    await page.fill('#words', '');
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.$eval('#list .rows', (rows) => rows.scrollTo(0, rows.scrollHeight));
    assert(await page.$eval('#list .rows', (rows) => rows.scrollTop > 0), 'the list is longer than the window');
    const [head, rows] = await Promise.all(['#list thead th', '#list .rows'].map((it) => page.locator(it).first().boundingBox()));
    assert(Math.abs(head.y - rows.y) < 2, 'the heads of the columns stay');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.click('#list th >> text=N/S >> nth=0');
    await page.waitForSelector('#list th[aria-sort=ascending]');
    assert.match(await page.textContent('#list tbody tr'), /7NT.*-50/);
    await page.click('#list th >> text=N/S >> nth=0');
    await page.waitForSelector('#list th[aria-sort=descending]');
    await page.click('#list tbody tr >> nth=0');
    await page.waitForSelector('text=table 3 of 4');
    await page.fill('#which', '12');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.click('#handing');
    await page.waitForSelector('.sheet');
    assert.equal(await page.$$eval('.sheet article', (all) => all.length), 2, 'each deal once');
    await accessible(page, 'a handout');
    await page.click('text=With answers');
    await page.waitForSelector('text=NS make');
    assert((await page.pdf()).length > 10_000);
    await page.goBack();
    await page.goBack();
    await page.waitForSelector('h2 >> text=Board 12');
    await page.click('[aria-label=Hands] >> text=East');
    await page.waitForSelector('.unseen');
    assert(!/result/.test(await page.textContent('.facts')), 'a class is not told how it ends');
    await page.keyboard.press('p');
    await page.waitForSelector('h2 >> text=Board 7');
    await page.waitForSelector('.unseen');
    await page.keyboard.press('n');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.fill('#which', '99');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=there is no board 99 in this file');
    await page.click('header >> text=Options');
    await page.selectOption('[name=size]', 'large');
    await page.click('#options [value=close]');
    await fits(page, 'large type');
    await page.evaluate(() => delete document.documentElement.dataset.size);
    await page.setViewportSize({ width: 360, height: 640 });
    await fits(page, 'tables on a phone');
    await page.keyboard.press('l');
    await fits(page, 'the list on a phone');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'the hands as they were dealt, while the play is stepped through'(page) {
    await paste(page, problem);
    await page.waitForSelector('text=card 7 of 7');
    assert.equal(await page.$('.card.gone'), null);
    await page.keyboard.press('a');
    await page.waitForSelector('.card.gone');
    assert.equal(await page.$$eval('.card.gone', (all) => all.length), 7);
    await accessible(page, 'the hands as dealt');
  },

  async 'a board is played against three of ours, from the first call to the review'(page) {
    await page.evaluate(() => localStorage.setItem('falsecard options', '{"speed":"quick"}'));
    await page.reload();
    await page.keyboard.press('y');
    await page.waitForSelector('#sitting[open]');
    await accessible(page, 'sitting down');
    await page.click('#sitting [value=sit]');
    await page.waitForSelector('text=/Your call|Your card/');
    await page.goto(`${url}#random=11&number=1&me=S&others=human&dealer=N&vul=none&board=1` +
      '&deal=N:6.7532.32.QJ8543+Q875.K6.KJT8.K97+AK43.AQJ984.A7.6+JT92.T.Q9654.AT2');
    await page.waitForSelector('h2 >> text=Board 1');
    await page.waitForSelector('text=Your call.');
    assert.equal(await page.$$eval('.unseen', (all) => all.length), 3);
    await accessible(page, 'the auction');
    await page.keyboard.press('c');
    await page.waitForSelector('text=Our player calls');
    await picture(page, 'bid');
    const begun = Date.now();
    let positions = 0;
    const ready = '#board:not([aria-busy]):not(:has([data-waits]))';
    const over = `${ready} [aria-label="After the board"]`;
    const choice = `${ready} .hands a.card, ${ready} .box a[href]`;
    const choose = async (act) => {
      const before = page.url();
      await act();
      await page.waitForFunction((before) => location.href !== before, before);
      await page.waitForSelector(`${choice}, ${over}`);
    };
    while (!(await page.$(over))) {
      await choose(() => page.click(`${choice} >> nth=0`));
      positions += 1;
      // What was chosen is taken back once, and chosen again.
      if (positions === 2) await choose(() => page.keyboard.press('z'));
    }
    const rate = 60_000 * positions / (Date.now() - begun);
    console.log(`  ${positions} choices, ${rate.toFixed(0)} a minute`);
    assert(rate > 15, 'with the cards of the others four times as many');
    await accessible(page, 'the board is over');
    if (await page.$('text=Review your cards')) {
      await page.click('text=Review your cards');
      await page.waitForSelector('[data-event=sum] p', { timeout: 180_000 });
    }
    await page.keyboard.press('n');
    await page.waitForSelector('h2 >> text=Board 2');
    await page.waitForSelector('text=/Your call|is to call|Your card/');
  },

  async 'a mistake has its reason in one click'(page) {
    await paste(page, begun);
    await page.waitForSelector('.hands');
    await page.keyboard.press('r');
    await page.waitForSelector('[data-event=sum] p', { timeout: 180_000 });
    const mistakes = await page.$$('[data-event=mistake] a');
    console.log(`  ${mistakes.length} mistakes`);
    if (!mistakes.length) return;
    await mistakes[0].click();
    await page.waitForSelector('[data-event=compared] h3', { timeout: 120_000 });
    await accessible(page, 'a mistake explained');
  },

  async 'system and scoring stand in the link, and any two cards are compared'(page) {
    await paste(page, problem);
    await page.waitForSelector('.hands');
    await page.keyboard.press('e');
    await page.waitForSelector('#asking select');
    await accessible(page, 'system and scoring');
    await page.selectOption('#asking [name=scoring]', 'matchpoints');
    await page.selectOption('#asking [name=time]', '1');
    await page.selectOption('#asking [name=carding]', 'upside-down-carding');
    await page.click('#asking [value=ask]');
    await page.waitForFunction(() => /scoring=matchpoints/.test(location.hash) && /time=1/.test(location.hash));
    await page.keyboard.press('c');
    await page.click('text=/Why not/', { timeout: 60_000 });
    await page.waitForSelector('[data-event=compared] h3', { timeout: 60_000 });
    assert.match(await page.textContent('[data-event=compared] h3'), /Why .* and not /);
    const reason = await page.textContent('[data-event=compared] h3 + .answer');
    assert.match(reason, /more often|more tricks on average|scores better on average|There is little between/, 'one reason comes first');
    assert.match(reason, /^.{0,100}\.$/, 'and it is short');
    assert(!reason.includes('%'), 'without figures');
    await accessible(page, 'two cards compared');
    await picture(page, 'compare');
    const friend = await fresh();
    await friend.goto(page.url());
    await friend.waitForSelector('[data-event=compared] h3', { timeout: 60_000 });
    await friend.context().close();
  },

  async 'a claim is judged, and ends the board'(page) {
    await page.goto(`${url}#deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6` +
      '&dealer=N&vul=none&by=7NT+by+North&me=N&play=S7+S2+SJ+SA');
    await page.waitForSelector('text=Your card.');
    await page.keyboard.press('m');
    await page.waitForSelector('text=How many of the 12 tricks');
    await accessible(page, 'a claim');
    await page.click('#panel >> text=all 12');
    await page.waitForSelector('text=Accepted');
    await page.click('text=End the board');
    await page.waitForSelector('text=NS +1520');
    await page.setViewportSize({ width: 360, height: 640 });
    await fits(page, 'a board that is over on a phone');
  },

  async 'reports are read by themselves'() {
    const ex1 = 'problems/paper/paper-ex1.pbn';
    const quick = ['--engine', 'minimax', '--budget', '50ms', '--no-cache', '--player', 'East'];
    const reports = {
      explain: [['explain', ex1, '--budget', '2s'], '.worlds .hands'],
      choose: [['choose', ex1, '--budget', '1s'], '.candidates circle'],
      believe: [['believe', ex1, '--seat', 'S', '--after', 'C2'], '.histogram'],
      signal: [['signal', 'problems/signal/ar-2562.pbn', '--budget', '1s'], 'table'],
      read: [['signal', ex1, '--read'], 'p'],
      run: [['run', 'paper', '--engine', 'minimax,fused', '--budget', '200ms', '--no-cache'], '.intervals circle'],
      decisions: [['review', 'tests/data/played.pbn', ...quick], '.tricks .card'],
      evening: [['review', 'tests/data/played.pbn', 'tests/data/records.pbn', '--game', '1', '--engine', 'minimax',
        '--budget', '50ms', '--no-cache'], '.player .mistakes'],
      match: [['match', '-a', 'open', '-b', 'random', '-n', '6', '--largest', '2'], '.rooms mark'],
      learned: [['learn', '--test', 'tests/data/played.pbn'], '.plot circle'],
    };
    for (const [name, [words, sign]] of Object.entries(reports)) {
      const report = join(scratch, `${name}.html`);
      execFileSync(program, [...words, '--html', report], { cwd: root });
      const lights = [['dark', 320], ['light', 900]].slice(0, name in { choose: 1, explain: 1 } ? 2 : 1);
      for (const [colorScheme, width] of lights) {
        const page = await fresh({ viewport: { width, height: 900 }, colorScheme });
        await page.goto(pathToFileURL(report).href);
        assert(await page.$(sign), `${name} has no ${sign}`);
        await fits(page, name);
        await accessible(page, `${name}, ${colorScheme}`);
        if (width === 900 && name === 'explain') await picture(page, 'report');
        if (name === 'evening') await picture(page, 'evening');
        assert.deepEqual(page.wrong, []);
        await page.context().close();
      }
    }
  },
};

let failed = 0;
const only = process.env.ONLY;
for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name.includes(only))) {
  const page = test.length ? await fresh() : null;
  await page?.goto(url);
  const start = Date.now();
  try {
    await test(page);
    // What is refused the browser tells too; nothing else may be wrong.
    const refused = (text) => text.includes('status of 400');
    if (page) assert.deepEqual(page.wrong.filter((text) => !refused(text)), []);
    console.log(`ok: ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
  await page?.context().close();
}
await browser.close();
servers.forEach((server) => server.kill());
rmSync(scratch, { recursive: true });
process.exit(failed ? 1 : 0);
