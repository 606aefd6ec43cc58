// Files of boards: the list, the tables of a deal, handouts.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessible, counted, evening, fits, fresh, paste, problem, records, scratch, seated, serve,
  sheets, sixteen, url,
} from './kit.mjs';

export default {
  async 'a file of ten thousand boards is opened without a stall'() {
    const file = join(scratch, 'many.pbn');
    const board = (n) => problem.replace('[Board "paper-ex1"]', `[Board "${n + 1}"]`);
    writeFileSync(file, Array.from({ length: 10_000 }, (_, n) => board(n)).join('\n'));
    const own = await serve(file);
    const page = await fresh();
    await page.goto(own);
    const start = Date.now();
    await page.waitForSelector('.doors');
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
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    await page.click('text=Next deal');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    await page.keyboard.press('n');
    await page.waitForSelector('text=/of 2\\)?, table 2 of 4/');
    await page.keyboard.press('<');
    await page.waitForSelector('h2 >> text=Board 7');
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    assert.equal(await page.getAttribute('[data-board="1"]', 'aria-label'), 'next table');
    // The boards are counted before the first is drawn, and its keys are drawn with it.
    await page.waitForSelector('[data-key=t]');
    await page.keyboard.press('t');
    await page.waitForSelector('.tricks-table');
    await counted(page, '.tricks-table tbody td', 20);
    assert.match(await page.textContent('#panel .answer'), /^Par is NS \+1520: 7NT by North or South\.$/);
    await accessible(page, 'what can be made');
    const asked = Date.now();
    await page.keyboard.press('v');
    await page.waitForSelector('#panel tr[aria-current]');
    console.log(`  tables side by side: ${Date.now() - asked} ms`);
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
    assert.match(await page.textContent('#list tbody tr'), /7NT.*−50/);
    await page.click('#list th >> text=N/S >> nth=0');
    await page.waitForSelector('#list th[aria-sort=descending]');
    await page.click('#list tbody tr >> nth=0');
    await page.waitForSelector('text=table 3 of 4');
    await page.fill('#which', '12');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.click('#handing');
    await page.waitForSelector('.sheet');
    await counted(page, '.sheet article', 2, 'each deal once');
    await accessible(page, 'a handout');
    await page.click('text=With answers');
    await page.waitForSelector('text=NS make');
    assert((await page.pdf()).length > 10_000);
    await page.goBack();
    await page.goBack();
    await page.waitForSelector('h2 >> text=Board 12');
    await page.click('.doors summary');
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
    await page.click('[popovertarget=menu]');
    await page.click('text=Options');
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

  async 'a handout of eight boards is one sheet, and its boards are chosen'() {
    const file = join(scratch, 'sixteen.pbn');
    writeFileSync(file, sixteen);
    const page = await fresh();
    const own = await serve(file);
    await page.goto(own);
    await page.waitForSelector('text=of 16');
    await page.click('#handing');
    await page.waitForSelector('.sheet.of4');
    await counted(page, '.sheet article', 16);
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
    await page.waitForSelector('.doors');
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
    await counted(page, '.sheet article', 1, 'what the list shows');
    assert.equal(await page.inputValue('[name=words]'), '12');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'who did best over the evening, and tables sorted by a column'(page) {
    await paste(page, seated);
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    await page.click('#ranking');
    await page.waitForSelector('text=Who did best');
    await page.waitForSelector('#ranking[aria-pressed=true]');
    const rows = () => page.$$eval('#panel tbody tr:not(.names)', (all) => all.map((it) => it.textContent));
    const first = await rows();
    assert.match(first[0], /^1Cleo – with Cleo2/, 'a pair is one in whichever seats it sits');
    await page.click('#panel >> text=Matchpoints');
    await page.waitForSelector('#panel .on >> text=Matchpoints');
    await page.click('#panel th >> text=pair');
    await page.waitForSelector('#panel th[aria-sort=ascending]');
    assert.match((await rows())[0], /Ada – with Ada/);
    await accessible(page, 'the ranking');
    // What is chosen for one board holds for the next.
    await page.click('#tables');
    await page.waitForSelector('#panel >> text=N/S %');
    await page.keyboard.press('>');
    await page.waitForSelector('h2 >> text=Board 12');
    await page.waitForSelector('#panel >> text=N/S %');
    await page.click('#panel th >> text=tricks');
    await page.waitForSelector('#panel th[aria-sort=descending]');
    assert.match((await rows())[0], /^3NT/);
    assert.match(await page.textContent('#panel'), /−50/, 'a true minus');
    await accessible(page, 'sorted tables');
    await page.setViewportSize({ width: 360, height: 640 });
    await page.waitForSelector('#panel tr.names >> text=Cleo');
    await fits(page, 'tables with names on a phone');
    await page.keyboard.press('l');
    await page.waitForSelector('#list tr.names >> text=Cleo');
    await fits(page, 'the list with names on a phone');
  },

  async 'a deal that is none of the file has a way back, and the file outlives the page'(page) {
    await paste(page, evening);
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    await page.waitForSelector('text=card 0 of 0');
    await page.goto(`${url}#deal=N:432.32.32.AJT987+-+AK9.AQ87.AK87.Q6+-&by=3NT+by+South`);
    await page.waitForSelector('text=Back to board 7');
    assert(await page.isHidden('#which') && await page.isHidden('#listing'));
    await accessible(page, 'away from the file');
    await page.click('text=Back to board 7');
    await page.waitForSelector('h2 >> text=Board 7');
    await page.waitForSelector('#which');
    await page.reload();
    await page.waitForSelector('text=/of 2\\)?, table 1 of 4/');
    await page.keyboard.press('>');
    await page.waitForSelector('h2 >> text=Board 12');
  },

  async 'a handout stands in the order of the boards, with names or without'(page) {
    const [seven, twelve] = [0, 4].map((at) => evening.split(/(?=\[Board)/)[at]);
    await paste(page, `${twelve}\n${seven}`);
    await page.waitForSelector('text=of 2');
    await page.click('#handing');
    await page.waitForSelector('.sheet');
    const titles = await page.$$eval('.sheet h3', (all) => all.map((it) => it.textContent));
    assert.match(titles[0], /Board 7/);
    assert.match(await page.textContent('.sheet'), /Ada/);
    await page.click('text=Without names');
    await page.waitForSelector('text=With names');
    assert(!/Ada/.test(await page.textContent('.sheet')));
    const heights = await page.$$eval('.sheet .suit', (all) => [...new Set(all.map((it) => it.offsetHeight))]);
    assert.equal(heights.length, 1, `no suit takes two lines: ${heights}`);
  },

  async 'an evening of one player: what he gave up, each mistake with its reason, and a quiz of them'(page) {
    await paste(page, records);
    await page.waitForSelector('text=of 12');
    await page.click('text=My evening');
    await page.selectOption('#panel select', 'P1609');
    const asked = Date.now();
    await page.waitForSelector('.evening h2 >> text=P1609');
    console.log(`  first board of an evening: ${Date.now() - asked} ms`);
    await page.waitForSelector('[data-take]');
    assert.match(await page.textContent('.evening .answer'), /^1 board played for IMPs, \d+ choices: \d+ mistakes?, which gave up/);
    await accessible(page, 'an evening');
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'an evening on a phone');
    const first = await page.textContent('.mistakes li');
    await page.click('.mistakes li a');
    await page.waitForSelector('[data-event=compared] h3');
    await page.click('text=Back to the evening');
    await page.waitForSelector('.mistakes');
    assert.equal(await page.textContent('.mistakes li'), first, 'it is not asked for again');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text=Save them as PBN')]);
    assert.equal(file.suggestedFilename(), 'mistakes.pbn');
    await page.click('[data-take]');
    await page.waitForSelector('h2 >> text=Mistake 1');
    await page.click('[data-before]');
    await page.waitForSelector('.mistakes');
    assert(await page.isVisible('#listing'), 'the file is there again');
    await page.goBack();
    await page.waitForSelector('h2 >> text=Mistake 1');
    assert.match(await page.textContent('[data-own-place]'), /^1 of 2$/, 'the problems are there again');
    await page.goBack();
    await page.waitForSelector('.mistakes');
  },

  async 'a team match has its result above the pairs'(page) {
    const seats = [['A', 'W', 'B', 'X'], ['Y', 'C', 'Z', 'D']];
    const [open, closed] = evening.split('\n\n').slice(0, 2).map((board, table) => {
      const names = ['North', 'East', 'South', 'West'].map((seat, at) => `[${seat} "${seats[table][at]}"]`);
      return board.replace(/\[North .*\]/, names.join('\n'));
    });
    await paste(page, `${open}\n\n${closed}`);
    await page.waitForSelector('text=/table 1 of 2/');
    await page.click('#ranking');
    await page.waitForSelector('#panel .answer >> text=/^\\d+ – \\d+$/');
    assert.match(await page.textContent('#panel .legend'), /^A, B, C, D against Y, Z, W, X, 1 board\.$/);
  },
};
