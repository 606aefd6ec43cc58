// The site in Firefox: node firefox.mjs, with SITE=FOLDER the site.
//
// What depends on the browser: WebAssembly in workers, their end, and files that are kept for the time without a network.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { launch } from 'puppeteer-core';

const EXAMPLE = '#deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+AK9.AQ87.AK87.Q6+8765.654.654.543&dealer=S&vul=NS' +
  '&by=3NT+by+South&calls=2NT+P+3NT+P+P+P&play=H6+H2+HK+HA+CQ+C3+C7&scoring=imps&system=paper';

const server = spawn('node', [new URL('static.mjs', import.meta.url).pathname, 'serve', '--port', '0']);
const url = String((await once(server.stdout, 'data'))[0]).trim();
const browser = await launch({ browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox', headless: true });
const page = await browser.newPage();
const wrong = [];
page.on('console', (message) => wrong.push(message.text()));
page.on('pageerror', (error) => wrong.push(error.message));

async function open(address) {
  await page.goto('about:blank');
  await page.goto(url + address);
}

/** Waits until the page shows a text. */
async function shows(text) {
  for (let n = 0; n < 600; n += 1) {
    if (await page.evaluate((text) => document.body.innerText.includes(text), text)) return;
    await setTimeout(100);
  }
  throw new Error(`nothing shows "${text}":\n${await page.evaluate(() => document.body.innerText)}`);
}

try {
  console.log(await browser.version());
  await open(EXAMPLE);
  await page.waitForSelector('.hands');
  await page.keyboard.press('c');
  await shows('Play the ♣2');
  console.log('ok: a card is chosen');

  await open(`${EXAMPLE}&time=60`);
  await page.waitForSelector('.hands');
  await page.keyboard.press('c');
  await page.waitForSelector('.candidates');
  // What comes moves the button away from under a mouse.
  await page.$eval('[data-stop]', (it) => it.click());
  await shows('stopped');
  await page.keyboard.press('t');
  await shows('What can be made');
  console.log('ok: a search is stopped');

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  server.kill();
  await assert.rejects(fetch(url), 'the server still answers');
  await open('');
  await page.waitForSelector('#example');
  // The problem of the day may be drawn anew under a mouse.
  await page.$eval('#example', (it) => it.click());
  await shows('Play the ♣2');
  console.log('ok: the site opens without a network');
  assert.deepEqual(wrong, []);
} finally {
  await browser.close();
  server.kill();
}
