// The board itself: set up, changed, stepped through, shown to a class, on a phone and on paper.

import assert from 'node:assert/strict';
import {
  accessible, counted, fits, fresh, paste, picture, played, problem, sixteen, url,
} from './kit.mjs';

export default {
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
    await page.waitForSelector('.doors');
    await page.keyboard.press('s');
    assert.deepEqual(await page.$$eval('[data-count]', (all) => all.map((it) => it.textContent)), ['13', '13', '13', '13']);
    assert.equal(await page.inputValue('#setup [name=by]'), '4H by South');
    await accessible(page, 'a deal to be changed');
    await page.click('#empty');
    assert.equal(await page.textContent('[data-count=N]'), '0');
    assert.equal(await page.inputValue('#setup [name=by]'), '');
    await page.click('#setup [value=cancel]');
    await page.click('.doors summary');
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
    await counted(page, '.unseen', 3, 'the leader sees his own hand');
  },

  async 'before the lead a hand that is known stays when the others are hidden'(page) {
    await page.goto(`${url}#deal=N:AKQ2.K43.A32.K32+-+543.A52.KQ54.A54+-&by=3NT+by+South&dealer=S&vul=none`);
    await page.waitForSelector('text=What did West play?');
    await page.keyboard.press('h');
    await page.waitForSelector('.unseen');
    await counted(page, '.unseen', 3, 'South is seen');
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
    await page.click('.missing >> text=Go on');
    await page.waitForSelector('text=What did West play?');
    await page.keyboard.press('t');
    await page.waitForSelector('.tricks-table');
    assert.match(await page.textContent('#panel .answer'), /3NT by North or South in/);
    await accessible(page, 'what can be made in deals that fit');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
  },

  async 'the hands as they were dealt, while the play is stepped through'(page) {
    await paste(page, problem);
    await page.waitForSelector('text=card 7 of 7');
    assert.equal(await page.$('.card.gone'), null);
    await page.keyboard.press('a');
    await page.waitForSelector('.card.gone');
    await counted(page, '.card.gone', 7);
    await accessible(page, 'the hands as dealt');
  },

  async 'a text that means ill is shown and not obeyed'(page) {
    const ill = '<img src=x onerror="document.title=1">';
    const said = problem.replace('[North "?"]', `[North "${ill.replaceAll('"', '\\"')}"]`);
    await paste(page, said);
    await page.waitForSelector('.doors');
    assert.equal(await page.title(), 'falsecard');
    assert((await page.textContent('.hand.n .player')).includes('<img'));
    await paste(page, 'no deal at all');
    await page.waitForSelector('#trouble:not([hidden])');
  },

  async 'what is printed is the board and the answer'(page) {
    await paste(page, problem);
    await page.click('.doors >> text=What do they think');
    await page.waitForSelector('.shapes');
    await page.emulateMedia({ media: 'print' });
    assert(await page.isHidden('header nav') && await page.isHidden('.steps'));
    assert(await page.isVisible('.hands') && await page.isVisible('.shapes') && await page.isVisible('.held'));
    assert((await page.pdf()).length > 10_000);
  },

  async 'on a phone, in the dark, in four colours and letters'() {
    const page = await fresh({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
    await page.goto(url);
    await fits(page, 'the empty page');
    await paste(page, problem);
    await page.waitForSelector('.doors');
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { deck: 'four' }));
    await fits(page, 'the board');
    await page.click('.doors >> text=What do they think');
    await page.waitForSelector('.shapes');
    await fits(page, 'beliefs');
    const top = (selector) => page.$eval(selector, (it) => it.getBoundingClientRect().top);
    assert(await top('#panel') < await top('#side'), 'the answer comes before the auction');
    await accessible(page, 'beliefs on a phone');
    await picture(page, 'phone');
    await page.click('.doors >> text=Which card');
    await page.waitForSelector('.worlds');
    await fits(page, 'which card');
    await accessible(page, 'which card on a phone');
    await page.click('[popovertarget=menu]');
    await page.click('text=Options');
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

  async 'cards are cards: as wide as a thumb on a phone, and what is played moves to the table'(page) {
    await page.setViewportSize({ width: 360, height: 740 });
    await paste(page, played);
    await page.waitForSelector('text=card 0 of');
    const box = (selector) => page.$eval(selector, (it) => it.getBoundingClientRect().toJSON());
    const widths = await page.$$eval('.fan .card', (all) => all.map((it) => it.getBoundingClientRect().width));
    assert(widths.length === 13 && widths.every((width) => width >= 44), `${widths}`);
    for (let at = 0; at < 4; at += 1) {
      const [fan, ...others] = [await box('.fan'), ...await page.$$eval('.hand:not(.fan), .trick', (all) => all.map((it) => it.getBoundingClientRect().bottom))];
      assert(others.every((bottom) => bottom <= fan.top), `the hand to play is below the others: ${at}`);
      await fits(page, 'cards on a phone');
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector(`text=card ${at + 1} of`);
    }
    await accessible(page, 'cards on a phone');
    const card = await page.$eval('.fan a.card', (it) => it.dataset.card);
    await page.click(`.fan a.card[data-card=${card}]`);
    await page.waitForSelector(`.trick [data-card=${card}] .came`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await page.$eval('.came', (it) => getComputedStyle(it).transitionProperty), 'none');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.$eval('.fan .card .pip', (it) => getComputedStyle(it).display), 'none', 'on paper they are letters');
  },

  async 'four colours are chosen once'(page) {
    await page.click('[popovertarget=menu]');
    await page.click('text=Options');
    await page.selectOption('[name=deck]', 'four');
    await page.click('#options [value=close]');
    await page.reload();
    await paste(page, played);
    await page.waitForSelector('.doors');
    for (const place of ['.fan .card', '.hand:not(.fan)']) {
      const colours = await Promise.all(['s', 'h', 'd', 'c'].map((suit) =>
        page.$eval(`${place} .pip.${suit}`, (it) => getComputedStyle(it).color)));
      assert.equal(new Set(colours).size, 4, `${place}: ${colours}`);
    }
    await accessible(page, 'four colours');
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

  async 'a random deal is set up, and another one'(page) {
    await page.keyboard.press('s');
    await page.fill('#setup [name=want]', 'South 1NT opener, North 8-9 points');
    await page.click('#random');
    await page.waitForSelector('text=Another random deal');
    assert.match(await page.textContent('.hand.n .worth'), /^[89] points/);
    assert.equal(await page.$('.refusal'), null, 'nothing is wrong');
    await accessible(page, 'a random deal');
    const first = page.url();
    await page.keyboard.press('n');
    await page.waitForFunction((first) => location.href !== first, first);
    await page.waitForSelector('.hand.n .worth >> text=/^[89] points/');
    await page.keyboard.press('s');
    await page.fill('#setup [name=want]', 'South nonsense');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#setup-trouble >> text=nonsense');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
  },

  async 'a hand that is not seen is shown by a click or its key'(page) {
    await paste(page, played);
    await page.waitForSelector('text=card 0 of');
    await page.keyboard.press('h');
    await page.waitForSelector('.unseen');
    await page.click('.hand.n .unseen a');
    await page.waitForSelector('.hand.n .suit');
    await counted(page, '.unseen', 2);
    await page.keyboard.press('E');
    await page.waitForSelector('.hand.e .suit');
    await page.keyboard.press('S');
    await page.waitForFunction(() => !document.querySelector('.unseen'));
    await page.keyboard.press('W');
    await page.waitForSelector('.hand.w .unseen');
    await accessible(page, 'hidden hands');
    await paste(page, 'N: AKQ2 K43 A32 K32\nS: 543 A52 KQ54 A54\n3NT by South');
    await page.waitForSelector('[aria-label=Hands] [aria-disabled] >> text=East', { state: 'attached' });
    assert.equal(await page.$('[aria-label=Hands] .on >> text=East'), null, 'what is not known is not shown');
  },

  async 'before the first card stands the auction, call by call'(page) {
    await paste(page, played);
    await page.waitForSelector('text=card 0 of');
    const calls = () => page.$$eval('.auction tbody td', (all) => all.filter((it) => it.textContent).length);
    const all = await calls();
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector(`text=call ${all - 1} of ${all}`);
    assert.equal(await calls(), all - 1);
    assert(!/4♥/.test(await page.textContent('.facts')), 'how it ends is not told');
    assert.equal(await page.$('.tricks'), null);
    await page.keyboard.press('Home');
    await page.waitForSelector(`text=call 0 of ${all}`);
    await page.keyboard.press('w');
    await page.waitForSelector('text=What would South call?');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('text=What would West call?');
    await accessible(page, 'the auction, call by call');
    await page.keyboard.press('PageDown');
    await page.waitForSelector('text=card 0 of');
    await page.waitForSelector('.tricks');
  },

  async 'cards are typed as people say them, and the lead is clicked'(page) {
    await paste(page, played.replace(/\[Play [^*]*/, ''));
    await page.waitForSelector('text=card 0 of 0');
    await page.keyboard.press('s');
    await page.fill('#setup [name=play]', 'jack of clubs, 3c C5');
    await page.click('#setup [value=show]');
    await page.waitForSelector('text=card 3 of 3');
    await page.keyboard.press('s');
    await page.fill('#setup [name=play]', '');
    await page.check('#setup [value=play]');
    await page.click('[data-pack=CJ]');
    await page.focus('[data-pack=CJ]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.pack), 'CT', 'arrows go from card to card');
    await page.click('#setup [value=show]');
    await page.waitForSelector('text=card 1 of 1');
    page.wrong = page.wrong.filter((text) => !text.includes('status of 400'));
  },
};
