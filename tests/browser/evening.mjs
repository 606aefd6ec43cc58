// Files of boards: the list, the tables of a deal, handouts.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessible, evening, fits, fresh, problem, scratch, serve, sheets, sixteen,
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
    await page.keyboard.press('<');
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
};
