// A person at the table.

import assert from 'node:assert/strict';
import {
  accessible, begun, counted, fits, picture, place, places, played, url,
} from './kit.mjs';

export default {
  async 'the buttons at the table keep their places, and the auction is above them'(page) {
    const auction = '#random=11&number=1&me=S&others=human&dealer=N&vul=none&board=1' +
      '&deal=N:6.7532.32.QJ8543+Q875.K6.KJT8.K97+AK43.AQJ984.A7.6+JT92.T.Q9654.AT2&calls=P+P';
    const play = '#deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6' +
      '&dealer=N&vul=none&by=7NT+by+North&me=N&play=S7+S2+SJ+SA';
    const buttons = '[aria-label="At the table"] .button, .box .button';
    const steps = [[auction, 'c', 'text=falsecard calls'], [play, 'm', 'text=How many of the 12 tricks'], [play, 'c', '.candidates']];
    for (const [place, key, answer] of steps) {
      for (const viewport of [{ width: 1280, height: 900 }, { width: 1700, height: 900 }, { width: 360, height: 640 }]) {
        await page.setViewportSize(viewport);
        await page.goto(url + place);
        // The answer to the last question goes once the board is drawn.
        await page.waitForSelector('#panel', { state: 'hidden' });
        await page.waitForSelector('text=/Your (call|card)/');
        const before = await places(page, buttons);
        await page.keyboard.press(key);
        await page.waitForSelector(answer);
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
    await counted(page, '.unseen', 3);
    await accessible(page, 'the auction');
    await page.keyboard.press('c');
    await page.waitForSelector('text=falsecard calls');
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
    await accessible(page, 'the board is over');
    if (await page.$('text=Review your cards')) {
      await page.click('text=Review your cards');
      await page.waitForSelector('[data-event=sum] p');
    }
    await page.keyboard.press('n');
    await page.waitForSelector('h2 >> text=Board 2');
    await page.waitForSelector('text=/Your call|is to call|Your card/');
  },

  async 'a claim is judged, and ends the board'(page) {
    await page.goto(`${url}#deal=N:AKQ.432.AKQ.5432+765.T98.765.T987+432.AKQJ.432.AKQ+JT98.765.JT98.J6` +
      '&dealer=N&vul=none&by=7NT+by+North&me=N&play=S7+S2+SJ+SA');
    await page.waitForSelector('text=Your card.');
    await page.keyboard.press('m');
    await page.waitForSelector('text=How many of the 12 tricks');
    await accessible(page, 'a claim');
    await page.click('#panel >> text=all 12');
    await page.waitForSelector('text=Your claim is accepted. 7NT by North =: NS +1520.');
    assert.match(await page.textContent('.facts'), /tricks NS 1, EW 0.*claimed 12/, 'what was claimed is counted');
    await page.setViewportSize({ width: 360, height: 640 });
    await fits(page, 'a board that is over on a phone');
  },

  async 'the bidding box stands beside the hands'(page) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${url}#me=S&dealer=S&vul=none&board=1` +
      '&deal=N:6.7532.32.QJ8543+Q875.K6.KJT8.K97+AK43.AQJ984.A7.6+JT92.T.Q9654.AT2');
    await page.waitForSelector('text=Your call.');
    const box = (selector) => page.$eval(selector, (it) => it.getBoundingClientRect().toJSON());
    const [hands, last] = [await box('.hands'), await box('[aria-label="At the table"] >> nth=0')];
    assert(last.left > hands.right && last.bottom <= 768, `it ends at ${last.bottom}`);
    await page.keyboard.press('c');
    await page.waitForSelector('text=falsecard calls');
    const panel = await box('#panel');
    assert(panel.left > last.left && panel.top < 200, 'the hint stands beside both');
    await accessible(page, 'the bidding box beside the hands');
  },

  async 'a convention card says what the calls of the others show'(page) {
    await page.click('header >> text=Play');
    await page.click('#sitting >> text=Convention card');
    await page.waitForSelector('.sheet.convention');
    assert(!await page.isVisible('#sitting'));
    const opening = () => page.textContent('.sheet.convention article >> nth=0');
    assert.match(await opening(), /1NT\d+ %1[3-6]-1[6-8] points, balanced/);
    await accessible(page, 'the convention card');
    await page.selectOption('#board [name=system]', 'acol');
    await page.click('#board >> text=Show');
    await page.waitForFunction(() => /1NT\d+ %12-14 points/.test(document.querySelector('.sheet.convention article')?.textContent));
    await page.emulateMedia({ media: 'print' });
    assert(!await page.isVisible('#board [name=system]'), 'fields are not printed');
  },

  async "one of today's boards is compared with other tables, and its result kept"(page) {
    await page.click('header >> text=Play');
    await page.click('text=/of today.s eight/');
    await page.click('#sitting [value=sit]');
    await page.waitForSelector('.box');
    const today = new URLSearchParams(await place(page));
    assert(!page.url().includes('deal='), 'the address shows no hand while one plays');
    assert.equal(today.get('number'), '1');
    assert.match(today.get('random'), /^20\d{6}$/);
    // Passed out, whoever deals: the person's own table is one like the others.
    today.set('calls', 'P P P P');
    await page.goto(`${url}#${today}`);
    await page.click('text=Compare with other tables');
    await page.waitForSelector('[data-imps]');
    assert.match(await page.textContent('[data-imps]'), /^You have [+−]\d+ IMPs against the datum of 9 tables, /);
    assert.match(await page.textContent('[data-today]'), /^Today: [+−]\d+ IMPs after 1 of 8 boards\.$/);
    await counted(page, '[data-event=field] tbody tr:not(.names)', 9);
    await accessible(page, 'the field');
    const rows = () => page.$$eval('[data-event=field] tbody tr:not(.names)', (all) => all.map((it) => it.textContent).sort());
    const first = await rows();
    await page.reload();
    await page.waitForSelector('[data-imps]');
    await counted(page, '[data-event=field] tbody tr:not(.names)', 9);
    assert.deepEqual(await rows(), first, 'everybody has the same field');
    await page.click('header >> text=Play');
    await page.click('text=/of today.s eight/');
    await page.click('#sitting [value=sit]');
    await page.waitForFunction(() => new URLSearchParams(atob(location.hash.slice(2))).get('number') === '2');
  },
};
