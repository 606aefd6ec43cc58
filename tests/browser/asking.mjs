// Questions about a board: which card, what a player thinks, why, and the review.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import {
  accessible, begun, counted, fits, fresh, paste, picture, place, played, problem, story, thrown, url,
} from './kit.mjs';

export default {
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
      await page.waitForSelector('.hands');
      await accessible(page, 'the empty page');
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    }
    times.sort((a, b) => a - b);
    console.log(`  first paint, median of five: ${times[2].toFixed(0)} ms`);
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
    await page.waitForSelector('.worlds .hands');
    const standings = await page.evaluate(() => globalThis.standings);
    assert(standings.length >= 3, `it fills in: ${standings.join('; ')}`);
    const answer = await page.textContent('[data-event=sentence] .answer');
    assert.match(answer, /^Play the ♣2: it sets 3NT in \d+ % of layouts.*declarer will place the ♣K with West\.$/);
    await counted(page, '.worlds .hands', 3);
    assert.match(await page.textContent('#panel .found'), /minimax: the usual way/);
    assert.match(await page.textContent('#panel .chip >> nth=0'), /all cards seen \(minimax\)|as people play \(fused\)/);
    assert.match(await page.getAttribute('.chip abbr', 'title'), /all cards seen|what the others will think/);
    const plain = await page.evaluate(() => document.body.textContent);
    for (const odd of ['How it is asked', 'as the system has it']) assert(!plain.includes(odd), odd);
    await accessible(page, 'which card');
    await picture(page, 'choose');
    await picture(page, 'answer', { clip: { x: 0, y: 0, width: 1280, height: 745 } });
  },

  async 'each door opens an answer, is marked, and is large enough for a thumb'(page) {
    await paste(page, begun);
    await page.waitForSelector('.doors');
    const doors = { 'Which card': '.candidates', 'What do they think': '.shapes', 'What was makeable': '.tricks-table', Review: '[data-event=calls] p' };
    for (const [name, answer] of Object.entries(doors)) {
      await page.click(`.doors >> text=${name}`);
      await page.waitForSelector(`#panel ${answer}`);
      await page.waitForSelector(`.doors [aria-current] >> text=${name}`);
      await counted(page, '.doors > [aria-current]', 1);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    const heights = await page.$$eval('.doors > a, .doors > button, .doors summary', (all) => all.map((it) => it.offsetHeight));
    assert(heights.length === 6 && heights.every((height) => height >= 44), `${heights}`);
    await page.click('.doors summary');
    await page.click('text=Hide the other hands');
    await page.waitForSelector('.unseen');
    await page.waitForSelector('.doors [open] >> text=Hands shown');
    await accessible(page, 'the menu');
    await fits(page, 'the menu');
    await page.click('.doors >> text=Play');
    await page.waitForSelector('#sitting[open] [name=deal][value=this]:checked');
  },

  async 'whose thoughts are asked is chosen'(page) {
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('k');
    await page.waitForSelector('h2 >> text=What South thinks');
    await page.click('[aria-label="Whose eyes"] >> text=West');
    await page.waitForSelector('h2 >> text=What West thinks');
    assert.equal(await page.textContent('[aria-label="Whose eyes"] [aria-current]'), 'West');
    assert.equal(await page.$('[aria-label="Whose eyes"] >> text=North'), null, 'dummy decides nothing');
    await page.keyboard.press('k');
    await page.waitForSelector('#panel', { state: 'hidden' });
  },

  async 'every card says what it is worth, and the best is raised'(page) {
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('c');
    await page.waitForSelector('.worlds .hands');
    const figures = () => page.$$eval('.fan a.card', (all) => all.map((it) => `${it.dataset.card} ${it.querySelector('sub').textContent}`));
    assert.match((await figures()).join(), /^CK \d+ %,C2 \d+ %$/);
    assert.deepEqual(await page.$$eval('.best', (all) => all.map((it) => it.dataset.card)), ['C2']);
    assert.match(await page.textContent('.best .spoken'), /^play the 2 of clubs, sets \d+ %$/);
    await accessible(page, 'figures on the cards');
    await page.click('[popovertarget=menu]');
    await page.click('text=Options');
    await page.selectOption('[name=figures]', 'tricks');
    await page.click('#options [value=close]');
    assert.match((await figures()).join(), /^CK \d\.\d,C2 \d\.\d$/);
    await page.click('.best');
    await page.waitForSelector('text=card 8 of 8');
    assert.equal(await page.$('.hands sub'), null, 'the next hand has no figures yet');
  },

  async 'a search is stopped, and goes on'(page) {
    await paste(page, played);
    await page.waitForSelector('text=card 0 of');
    await page.keyboard.press('c');
    await page.waitForSelector('[data-stop]');
    await page.click('[data-stop]');
    await page.waitForSelector('text=Go on');
    const before = await page.textContent('[data-event=standing]');
    await page.waitForTimeout(500);
    assert.equal(await page.textContent('[data-event=standing]'), before, 'it stands still');
    await page.click('text=Go on');
    await page.waitForSelector('.candidates');
    await page.keyboard.press('c');
    await page.waitForSelector('#panel', { state: 'hidden' });
  },

  async 'each unseen card lies where it may be, as strong as it is believed to lie there, before and after a card'(page) {
    await paste(page, problem);
    await page.click('.doors >> text=What do they think');
    await page.waitForSelector('.shapes');
    const king = (seat) => page.getAttribute(`[data-held="${seat} CK"]`, 'opacity');
    const [east, west] = [await king('E'), await king('W')];
    assert(Number(east) > Number(west), 'East has the king for choice');
    await counted(page, '.believed', 2);
    assert.match(await page.textContent('[data-held="E CK"] title'), /♣K: East \d+ %/);
    assert(await page.isVisible('.hand.e.apart a.card[data-card=C2]') && await page.isHidden('.hand.w:not(.believed)'));
    await page.hover('a.card[data-card=C2]');
    await page.waitForSelector('text=/After ♣2 South gives West the ♣K \\d+ % → \\d+ %\\./');
    assert.equal(await page.$$eval('.decisive', (all) => all.map((it) => it.dataset.held).join()), 'E CK,W CK');
    assert(Number(await king('E')) < Number(east) && Number(await king('W')) > Number(west));
    await page.waitForTimeout(500);
    await accessible(page, 'beliefs');
    await picture(page, 'believe');
    assert.match(await page.textContent('#panel details'), /♣K\d+ % → \d+ %/);
    await page.click('summary >> text=The honours in figures');
    await page.waitForSelector('text=Point at a card of East');
    assert.equal(await king('E'), east);
    await page.focus('a.card[data-card=CK]');
    await page.waitForSelector('text=What South thinks after');
    await page.click('.eyes >> text=West');
    await page.waitForSelector('text=What West thinks');
    await page.waitForSelector('.believed.s [data-held="S SA"]', { state: 'attached' });
    assert(await page.isHidden('.hand.s:not(.believed)') && await page.isVisible('.hand.w:not(.believed)'));
    // A card of the play tells what it said to the player's partner, where signals are for him.
    await page.click('.doors >> text=What do they think');
    await page.click('.doors >> text=What do they think');
    await page.click('#side .tricks a[data-number="5"]');
    await page.waitForSelector('text=/^By count .*: an odd number of cards \\d+ % → \\d+ %/');
    assert.match(await page.textContent('#panel h2'), /What East thinks after ♣3/);
    assert.match(await page.textContent('.told'), /^♣3 tells East: an odd number of cards/);
    await accessible(page, 'what a card has said');
    await page.click('.doors >> text=What do they think');
    await page.waitForSelector('.believed', { state: 'detached' });
    assert(await page.isVisible('.hand.s'));
  },

  async 'on a phone the first tap on a card shows what it says, and the second plays it'() {
    const page = await fresh({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(url);
    await paste(page, problem);
    await page.tap('.doors >> text=What do they think');
    await page.waitForSelector('.believed');
    await fits(page, 'beliefs');
    await page.tap('a.card[data-card=C2]');
    await page.waitForSelector('text=/After ♣2 South gives West the ♣K/');
    await page.waitForSelector('text=Tap again to play it');
    const seen = await page.$$eval('.told, [data-card=C2], .held', (all) => all.map((it) => it.getBoundingClientRect()));
    assert(seen.every(({ top, bottom }) => top >= 0 && bottom <= 844), 'all is seen at once');
    await accessible(page, 'beliefs on a phone');
    await page.tap('a.card[data-card=C2]');
    await page.waitForSelector('text=card 8 of 8');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'a link holds the whole position'(page) {
    await paste(page, problem);
    await page.waitForSelector('text=card 7 of 7');
    await page.click('.doors summary');
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

  async 'a board is a story: a line of play that is stepped along, with turning points, a way back and a picture'(page) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await paste(page, story);
    await page.waitForSelector('.doors');
    await page.keyboard.press('r');
    await page.waitForSelector('[data-event=picture] svg', { state: 'attached' });
    const marked = await page.$$eval('[data-event=remark] li', (all) => all.map((it) => it.className));
    assert.match(await page.textContent('[data-event=sum]'), new RegExp(` in ${marked.length} choices`));
    assert.deepEqual(await page.$$eval('.tricks a[data-gave]', (all) => all.map((it) => it.dataset.gave).sort()), marked.sort());
    const line = await page.$$eval('.tricks a[data-number]', (all) => all.map((it) => Number(it.dataset.number)));
    assert.deepEqual(line.sort((a, b) => a - b), [...line.keys()], 'one mark a card');
    for (const selector of ['.tricks', '[data-event=sum]', '[data-event=remark]']) {
      const box = await page.locator(selector).boundingBox();
      assert(box.x > 683 && box.y + box.height <= 768, `${selector} is seen at once`);
    }
    const now = () => page.$eval('.tricks [aria-current]', (it) => Number(it.dataset.number));
    await page.click('[data-event=remark] :is(.mistake, .blunder) a');
    await page.waitForSelector('.tricks caption .button');
    const at = await now();
    assert.match(await page.$eval('.tricks [aria-current]', (it) => it.dataset.gave), /mistake|blunder/);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((at) => document.querySelector('.tricks [aria-current]').dataset.number === String(at + 1), at);
    await page.click(`.tricks a[data-number="${at}"]`);
    await page.click('.tricks caption >> text=Why?');
    await page.waitForSelector('[data-event=compared] h3');
    await accessible(page, 'why, within the story');
    await page.click('text=Back to the review');
    await page.waitForSelector('[data-event=sum] p');
    assert.equal(await now(), at, 'the moment stays');
    await accessible(page, 'the story');
    await picture(page, 'review', { fullPage: false });
    await page.click('text=A picture to share');
    for (const kind of ['png', 'svg']) {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[data-save=${kind}]`)]);
      assert((await stat(await file.path())).size > 5_000, kind);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, 'the story on a phone');
    await accessible(page, 'the story on a phone');
    const tall = await page.$$eval('header, header button', ([header, button]) => header.offsetHeight / button.offsetHeight);
    assert(tall < 2, 'the header is one row');
    const swipe = (by) => page.$eval('.hands', (it, by) => {
      for (const [type, x] of [['touchstart', 200], ['touchend', 200 + by]]) {
        const touch = new Touch({ identifier: 1, target: it, clientX: x, clientY: 300 });
        it.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: type === 'touchend' ? [] : [touch], changedTouches: [touch] }));
      }
    }, by);
    await swipe(-90);
    await page.waitForFunction((at) => document.querySelector('.tricks [aria-current]').dataset.number === String(at + 1), at);
    await swipe(90);
    await page.waitForFunction((at) => document.querySelector('.tricks [aria-current]').dataset.number === String(at), at);
    const [said, hands] = await Promise.all(['.tricks caption', '.hands'].map((it) => page.locator(it).boundingBox()));
    assert(hands.y + hands.height - said.y < 844, 'the sentence, the line and the hands are seen at once');
    await picture(page, 'story-phone', { fullPage: false });
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => !document.querySelector('.tricks a'));
    assert(await page.isHidden('#trouble'), 'before the first card there is no line of play');
  },

  async 'a suit is solved: two holdings that are pasted, and one of the board'(page) {
    await paste(page, 'AK943 / Q10');
    await page.waitForSelector('#board .plan');
    assert.match(await page.textContent('#board .answer'), /For 5 tricks \(54\.1 %\)/);
    await accessible(page, 'one suit');
    await page.fill('#board [name=vacant]', '5-12');
    await page.click('#board >> text=Solve');
    await page.waitForFunction(() => !document.querySelector('#board .answer').textContent.includes('54.1'));
    await page.fill('#board [name=combination]', 'AKZ / 2');
    await page.click('#board >> text=Solve');
    await page.waitForSelector('#board .refusal');
    await page.setViewportSize({ width: 390, height: 844 });
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('u');
    await page.waitForSelector('#panel .plan');
    await page.click('#panel nav >> [aria-label=clubs]');
    await page.waitForSelector('#panel nav [aria-current][aria-label=clubs]');
    await accessible(page, 'a suit of the board');
    await fits(page, 'a suit on a phone');
  },

  async 'system and scoring stand in the link, and any two cards are compared'(page) {
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.keyboard.press('e');
    await page.waitForSelector('#asking select');
    await accessible(page, 'system and scoring');
    await page.selectOption('#asking [name=scoring]', 'matchpoints');
    await page.selectOption('#asking [name=time]', '1');
    await page.selectOption('#asking [name=carding]', 'upside-down-carding');
    await page.click('#asking [value=ask]');
    await page.waitForFunction(() => /scoring=matchpoints/.test(location.hash) && /time=1/.test(location.hash));
    await page.keyboard.press('c');
    await page.click('text=/Why not/');
    await page.waitForSelector('[data-event=compared] h3');
    assert.match(await page.textContent('[data-event=compared] h3'), /Why .* and not /);
    const result = await page.textContent('[data-event=compared] h3 + .answer');
    assert(result.trim().length > 10, 'the result of both comes first');
    await accessible(page, 'two cards compared');
    await picture(page, 'compare');
    const friend = await fresh();
    await friend.goto(page.url());
    await friend.waitForSelector('[data-event=compared] h3');
    await friend.context().close();
  },

  async 'the marks of a review stay with their play'(page) {
    await paste(page, `${thrown}\n${played.replace('[Board "1"]', '[Board "2"]')}`);
    await page.waitForSelector('text=of 2');
    await page.waitForSelector('h2 >> text=Board 1');
    await page.keyboard.press('r');
    await page.waitForSelector('[data-event=sum] p');
    const marked = () => page.$$eval('.tricks a:is([data-gave=mistake], [data-gave=blunder])', (all) => all.map((it) => it.dataset.number));
    const mistakes = await marked();
    assert(mistakes.includes('6'), `South's heart is a mistake: ${mistakes}`);
    assert.match(await page.textContent('.tricks a[data-gave=blunder]'), /a large mistake/);
    // Where a mistake is explained it stays marked.
    await page.click('[data-event=remark] .blunder .button');
    await page.waitForSelector('text=Two cards compared');
    assert.deepEqual(await marked(), mistakes);
    await page.keyboard.press('n');
    await page.waitForSelector('h2 >> text=Board 2');
    assert.deepEqual(await marked(), [], 'another board has none of them');
    await page.keyboard.press('p');
    await page.waitForSelector('h2 >> text=Board 1');
    assert.deepEqual(await marked(), [], 'without the review nothing is marked');
    await page.keyboard.press('r');
    await page.waitForSelector('.tricks a[data-gave=blunder]');
    assert.deepEqual(await marked(), mistakes);
    await paste(page, played);
    await page.waitForSelector('text=Ada');
    assert.deepEqual(await marked(), []);
  },

  async 'a review speaks of the calls'(page) {
    await paste(page, thrown.replace(/Pass Pass 1C Pass\n.*\n.*\n/, '4H Pass Pass Pass\n').replace('"3NT"', '"4H"'));
    await page.waitForSelector('.doors');
    await page.keyboard.press('r');
    await page.waitForSelector('[data-event=calls] li');
    assert.match(await page.textContent('[data-event=calls] li'), /South called 4♥ \(<1 %\); champions call Pass most/);
    await page.click('[data-event=calls] a');
    await page.waitForSelector('text=What would South call?');
    await accessible(page, 'a call of the review');
  },

  async 'a call says what it shows in words'(page) {
    await page.goto(`${url}#me=S&dealer=S&vul=EW&calls=1NT+P+2C+2H` +
      '&deal=N:K76.KQ2.KQ64.832+JT542.A7654.3.95+AQ8.J83.AT972.A4+93.T9.J85.KQJT76');
    await page.waitForSelector('text=Your call.');
    assert.match(await page.getAttribute('.called abbr >> nth=0', 'title'), /^\d+-\d+ points, balanced$/);
    await page.keyboard.press('c');
    await page.waitForSelector('text=falsecard calls Pass');
    assert.match(await page.textContent('#panel .answer'), /In deals that fit the auction Pass gains .* IMPs over 2♠, which he would call at once/);
    const shown = await page.$$eval('#panel tbody tr', (all) => all.map((it) => it.textContent));
    assert(shown.some((row) => /3♦.*diamonds \d-\d, balanced/.test(row)), shown.join('; '));
    assert(!/agreed|hcp|@/.test(await page.textContent('#panel')));
    await page.goto(`${url}#${(await place(page)).replace(/&calls=[^&]*/, '&system=sayc')}`);
    await page.waitForSelector('text=falsecard calls 1NT.');
    assert.match(await page.textContent('#panel tbody'), /1NT100 %100 %15-17 points, balanced/);
    assert.match(await page.textContent('#panel'), /100 % for what is agreed/);
  },

  async 'the answer says what is assumed of the cards'(page) {
    await paste(page, played);
    await page.waitForSelector('text=card 0 of');
    await page.keyboard.press('PageDown');
    await page.waitForSelector('text=card 4 of');
    await page.keyboard.press('c');
    await page.waitForSelector('text=Carding: natural, no agreed leads');
    await page.click('#panel >> text=change');
    await page.selectOption('#asking [name=carding]', 'standard-carding');
    await page.click('#asking [value=ask]');
    await page.waitForSelector('text=Carding: standard, fourth-best leads');
    await accessible(page, 'the carding');
  },
};
