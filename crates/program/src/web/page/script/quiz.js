// The problems as a quiz, whose score the browser keeps.

import { address, all, kept, one } from './kit.js';
import { offered } from './games.js';
import { clear, consult } from './panel.js';
import { due, note } from './repeat.js';

const board = one('#board');

/** Keeps the score of a set, and asks the engines once a card is chosen. */
export function quiz(set) {
  offered();
  const verdict = one('[data-problem]', board);
  if (!verdict) {
    clear();
  } else {
    const scores = kept.read('quiz', {});
    const mine = (scores[set] ??= {});
    // Files may call different problems alike.
    const deal = set === 'own' ? new URLSearchParams(address()).get('deal') : '';
    // The first answer counts.
    mine[verdict.dataset.problem + deal] ??= verdict.dataset.solved === 'true';
    kept.write('quiz', scores);
    // Problems of the program alone have addresses that last.
    const pairs = new URLSearchParams(address());
    if (pairs.has('number')) note(`quiz=${pairs.get('quiz')}&number=${pairs.get('number')}`, verdict.dataset.solved === 'true');
    consult(verdict.dataset.ask);
  }
  const again = due();
  for (const place of all('[data-due]', board)) {
    place.hidden = !again.length;
    const [link] = place.children;
    link.href = `#${again[0]}`;
    link.textContent = again.length === 1 ? 'One problem to repeat' : `${again.length} problems to repeat`;
  }
  const scores = kept.read('quiz', {});
  for (const place of all('[data-score]', board)) {
    const given = Object.values(scores[place.dataset.score] ?? {});
    const right = given.filter(Boolean).length;
    place.textContent = given.length ? `${right} of ${given.length} right` : '';
  }
}

