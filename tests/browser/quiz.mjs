// Problems as a quiz.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessible, counted, fresh, paste, picture, problem, root, scratch, serve, url,
} from './kit.mjs';

/** The page on a day. */
async function on(day) {
  const page = await fresh();
  await page.clock.setFixedTime(new Date(`${day}T12:00`));
  await page.goto(url);
  await page.waitForSelector('.fan a.card');
  return page;
}

export default {
  async 'the empty page has a problem, another each day'() {
    const page = await on('2026-03-09');
    const text = await page.textContent('#board');
    assert.match(text, /^Today's problem.*You are \w+, .*Which card.*Paste or drop a deal anywhere/s);
    for (const way of ['Open', 'Set up', 'Play', 'All problems']) await page.waitForSelector(`#welcome >> text=${way}`);
    assert.equal(await page.$('.verdict'), null, 'the answer is not told before');
    await accessible(page, 'the problem of the day');
    await picture(page, 'today');
    await page.click('.fan a.card >> nth=0');
    await page.waitForSelector('.verdict >> text=/^Right:|is not the answer/');
    await page.waitForSelector('text=/[01] of 1 right/');
    await page.waitForSelector('.candidates');
    await page.goBack();
    await page.waitForSelector('#welcome');
    await page.waitForSelector("h2 >> text=Today's problem");
    const [same, next] = [await on('2026-03-09'), await on('2026-03-10')];
    const board = (of) => of.textContent('#board .hands');
    assert.equal(await board(page), await board(same));
    assert.notEqual(await board(page), await board(next));
    for (const it of [page, same, next]) {
      assert.deepEqual(it.wrong, []);
      await it.context().close();
    }
  },

  async 'the problems are a quiz, and the score is kept'(page) {
    await page.keyboard.press('q');
    await page.waitForSelector('.sets');
    await accessible(page, 'the sets');
    await page.click('text=paper >> nth=0');
    await page.waitForSelector('text=You are East, defending against 3NT by South. Which card?');
    await counted(page, '.unseen', 2, 'the other hands are not seen');
    await page.click('a.card[data-card=C2]');
    await page.waitForSelector('text=Right:');
    await page.waitForSelector('text=1 of 1 right');
    await page.waitForSelector('.worlds');
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
    await page.waitForSelector('.doors');
    await page.click('text=2 problems: take them as a quiz');
    await page.waitForSelector('text=You are East, defending against 3NT by South. Which card?');
    await page.waitForSelector('[data-own-place] >> text=1 of 2');
    await page.click('text=All sets');
    await page.click('text=The problems of your file');
    await page.waitForSelector('text=You are East, defending against 3NT by South. Which card?');
    await counted(page, '.unseen', 2, 'the other hands are not seen');
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
    await page.waitForSelector('.doors');
    await page.click('header >> text=Quiz');
    await page.click('text=The problems of your file');
    await page.click('a.card[data-card=HK]');
    await page.waitForSelector('text=Right:');
    assert.match(await page.textContent('.verdict'), /♥Q is equal to ♥K/);
    await accessible(page, 'equal cards');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  },

  async 'a lesson is collected by clicking, kept, saved, asked as a quiz and printed with its hands hidden'(page) {
    await paste(page, problem);
    await page.click('.doors summary');
    await page.click('text=Add to a lesson');
    const mark = (card) => page.getAttribute(`#lesson [value=${card}]`, 'data-mark');
    assert.equal(await mark('C2'), 'right', 'a problem brings its answer along');
    await page.dblclick('#lesson [value=C2]');
    await page.click('#lesson [data-lesson=add]');
    await page.waitForSelector('#lesson [role=alert] >> text=Click the right card first.');
    await page.click('#lesson [value=C2]');
    while ((await mark('CK')) !== 'tempting') await page.click('#lesson [value=CK]');
    await page.fill('#lesson textarea[name=note]', 'Partner shows an odd number of clubs.');
    await page.fill('#lesson textarea[name=why]', 'Declarer will finesse again.');
    await accessible(page, 'a lesson');
    await page.click('#lesson [data-lesson=add]');
    await page.waitForSelector('#lesson ol >> text=/: ♣2$/');
    await page.reload();
    await page.click('[popovertarget=menu]');
    await page.click('#menu >> text=Lesson');
    await counted(page, '#lesson li', 1, 'it is kept');
    await page.click('#lesson ol a');
    await page.waitForSelector('text=Which card?');
    await page.click('[popovertarget=menu]');
    await page.click('#menu >> text=Lesson');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#lesson >> text=Save as PBN')]);
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /\[Note "Partner shows[^]*\[Answer "C2"\][^]*\[Tempting "CK"\]/);
    assert.match(text, /\[Deal "N:[^-]*"\]/, 'all hands are in the file');
    await page.click('#lesson >> text=Handout');
    await page.waitForSelector('.sheet article >> text=Which card?');
    await counted(page, '.sheet .unseen', 2, 'the hands that the player does not see');
    assert(!(await page.textContent('.sheet')).includes('finesse again'));
    await page.click('text=With answers');
    await page.waitForSelector('.sheet >> text=Declarer will finesse again.');
    await accessible(page, 'a lesson on paper');
    await page.click('[popovertarget=menu]');
    await page.click('#menu >> text=Lesson');
    await page.click('#lesson >> text=Take it as a quiz');
    await page.waitForSelector('text=Partner shows an odd number of clubs.');
    await page.click('.hand.e a.card[data-card=CK]');
    await page.waitForSelector('.verdict >> text=/is not the answer/');
  },

  async 'a problem that was answered wrong comes again the next day, and later after right answers'() {
    const page = await on('2026-11-30');
    const answer = async (card) => {
      await page.goto(`${url}#quiz=paper&number=1`);
      await page.click(`.hand.e a.card[data-card=${card}]`);
      await page.waitForSelector('.verdict');
    };
    const repeat = async (day) => {
      await page.clock.setFixedTime(new Date(`${day}T12:00`));
      await page.goto(`${url}#quiz=sets`);
      await page.reload();
      await page.waitForSelector('h2 >> text=The problems as a quiz');
      return page.isVisible('[data-due] a');
    };
    await answer('CK');
    assert.equal(await repeat('2026-11-30'), false);
    assert.equal(await repeat('2026-12-01'), true);
    assert.equal(await page.textContent('[data-due]'), 'One problem to repeat');
    await page.click('[data-due] a');
    await page.waitForSelector('h2 >> text=paper, 1 of 4');
    await answer('C2');
    assert.equal(await repeat('2026-12-03'), false);
    assert.equal(await repeat('2026-12-04'), true);
    await page.context().close();
  },
};
