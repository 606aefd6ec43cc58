// Eight boards a day, which everybody gets; the browser keeps what came of them.

import { kept } from './kit.js';

/** The number of boards of a day. */
const BOARDS = 8;

/** The seed of today's boards. */
function seed() {
  const now = new Date();
  return String(now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate());
}

/** What came of today's boards so far: IMPs by the number of the board. */
function results() {
  const { day, imps } = kept.read('today', {});
  return day === seed() ? imps : {};
}

/** The number of today's next board: the first that was not yet compared with the field. */
export function number() {
  const had = results();
  return Array.from({ length: BOARDS }, (_, at) => at + 1).find((it) => !(it in had)) ?? 1;
}

/** Sets the random deal of today's next board. */
export function next(pairs) {
  pairs.set('random', seed());
  pairs.set('number', number());
}

/** Takes the result of a board against the field, and says what came of today's boards; the first result of each counts. */
export function scored(address, imps) {
  const pairs = new URLSearchParams(address);
  const number = Number(pairs.get('number'));
  if (pairs.get('random') !== seed() || pairs.has('want') || !(number >= 1 && number <= BOARDS)) return '';
  const had = results();
  had[number] ??= imps;
  kept.write('today', { day: seed(), imps: had });
  const all = Object.values(had);
  const sum = all.reduce((sum, it) => sum + it, 0);
  const written = `${sum < 0 ? '−' : '+'}${Math.abs(sum)} IMPs`;
  return all.length === BOARDS ? `Today's ${BOARDS} boards: ${written}.` : `Today: ${written} after ${all.length} of ${BOARDS} boards.`;
}
