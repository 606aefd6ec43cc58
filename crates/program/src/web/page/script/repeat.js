// Problems of the quiz come again after some days: soon after a wrong answer, later after each right one.

import { kept } from './kit.js';

/** After how many days a problem comes again, by how often in a row it was answered right. */
const DAYS = [1, 3, 7, 21, 60];

const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** What was answered, by the address of the problem: how often in a row right, and the day on which it comes again. */
const answered = () => kept.read('repeat', {});

/** The addresses of the problems that come again today, the oldest first. */
export function due() {
  const all = Object.entries(answered()).filter(([, it]) => it.day <= today());
  return all.sort(([, one], [, other]) => one.day - other.day).map(([place]) => place);
}

/** Notes an answer; before its day a problem is not asked again, and its answer does not count. */
export function note(place, isRight) {
  const all = answered();
  const was = all[place];
  if (was && was.day > today()) return;
  const right = isRight ? (was?.right ?? 0) + 1 : 0;
  const days = DAYS[Math.min(right, DAYS.length - 1)];
  kept.write('repeat', { ...all, [place]: { right, day: today() + days } });
}
