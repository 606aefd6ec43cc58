// The page in a real browser, as a person uses it: node page.mjs PROGRAM FOLDER
//
// PROGRAM is falsecard; pictures of several states, and the upper part of one for the README, are written into FOLDER. Whatever goes wrong, an error on
// the page's console among it, ends the program with status 1. SITE=FOLDER asks the site in that folder in place of the program, and
// ISOLATED=1 has it served so that it has threads.

import assert from 'node:assert/strict';
import asking from './asking.mjs';
import board from './board.mjs';
import evening from './evening.mjs';
import { close, fresh, site, url } from './kit.mjs';
import quiz from './quiz.mjs';
import reports from './reports.mjs';
import sites from './site.mjs';
import table from './table.mjs';

// With threads is asked what depends on them.
const tests = process.env.ISOLATED ? sites : { ...asking, ...board, ...evening, ...table, ...quiz, ...(site ? sites : reports) };

const failures = [];
const only = process.env.ONLY;
const asked = Object.entries(tests).filter(([name]) => !only || name.includes(only));

/** Asks a scenario; returns what went wrong. */
async function wrong(name, test) {
  const page = test.length ? await fresh() : null;
  await page?.goto(url);
  const start = Date.now();
  try {
    await test(page);
    // What is refused the browser tells too; nothing else may be wrong.
    const refused = (text) => text.includes('status of 400');
    if (page) assert.deepEqual(page.wrong.filter((text) => !refused(text)), []);
    console.log(`ok: ${name} (${Date.now() - start} ms)`);
    return null;
  } catch (error) {
    console.log(`FAILED: ${name}\n${error.stack}`);
    return error;
  } finally {
    await page?.context().close();
  }
}

/** Asks one after another what nobody else has begun; twice what fails, for searches have a second and see what they can. */
async function lane() {
  for (let next = asked.shift(); next; next = asked.shift()) {
    const error = (await wrong(...next)) && (await wrong(...next));
    if (error) failures.push(`FAILED twice: ${next[0]}\n${error.stack}`);
  }
}

// Most of the time a page waits for the search of another; figures of time are of two at once.
await Promise.all([lane(), lane()]);
await close();
// Again at the end, where a long log is read first.
if (failures.length) console.log(`${failures.length} failed\n${failures.join('\n')}`);
process.exit(failures.length ? 1 : 0);
