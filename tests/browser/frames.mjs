// How quick the table is, on a processor slowed four times: node frames.mjs PROGRAM FOLDER
//
// From a click on a card to the card on the table, and the frames while it moves there: a figure of this machine, not a test.

import { close, fresh, url } from './kit.mjs';

const SLOWED = 4;
const table = 'deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+AK9.AQ87.AK87.Q6+8765.654.654.543&dealer=S&vul=NS&by=3NT+by+South'
  + '&calls=2NT+P+3NT+P+P+P&play=H6+H2+HK+HA+CQ+C3+C7&me=E&others=human&pace=quick';

const page = await fresh();
const client = await page.context().newCDPSession(page);
const [waits, frames] = [[], []];
for (let n = 0; n < 10; n += 1) {
  await page.goto('about:blank');
  await page.goto(`${url}#${table}`);
  await page.waitForSelector('.hand.e a.card[data-card=C2]');
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const found = await page.evaluate(() => new Promise((resolve) => {
    const begun = performance.now();
    let there = 0;
    const times = [];
    const tick = (now) => {
      if (there) times.push(now);
      if (there && now - there > 250) resolve({ wait: there - begun, times });
      else requestAnimationFrame(tick);
    };
    new MutationObserver(() => {
      if (!there && document.querySelector('.trick [data-card=C2]')) there = performance.now();
    }).observe(document.querySelector('#board'), { childList: true, subtree: true });
    requestAnimationFrame(tick);
    document.querySelector('.hand.e a.card[data-card=C2]').click();
  }));
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  waits.push(found.wait);
  frames.push(...found.times.slice(1).map((time, at) => time - found.times[at]));
}
const sorted = (all) => [...all].sort((a, b) => a - b);
const at = (all, share) => sorted(all)[Math.floor(share * (all.length - 1))].toFixed(0);
console.log(`from a click to the card on the table: ${at(waits, 0.5)} ms, the longest ${at(waits, 1)}`);
console.log(`a frame while it moves: ${at(frames, 0.5)} ms, 95 of 100 within ${at(frames, 0.95)}, the longest ${at(frames, 1)}`);
await close();
