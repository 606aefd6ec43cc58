// Problems as a quiz.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessible, fresh, picture, problem, root, scratch, serve,
} from './kit.mjs';

export default {
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
    await page.click('text=2 problems: take them as a quiz');
    await page.waitForSelector('text=You are East. Which card?');
    await page.waitForSelector('[data-own-place] >> text=1 of 2');
    await page.click('text=All sets');
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
};
