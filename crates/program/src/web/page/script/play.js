// A person plays, and the others' calls and cards come one by one.

import { address, covered, having, kept, one, pieces, tell } from './kit.js';
import { atRandom, sit } from './random.js';
import { next, number } from './today.js';

const board = one('#board');

/** How long a card is seen before the next one comes, in milliseconds. */
const PAUSE = 400;
/** How long a finished trick is seen. */
const TRICK = 1200;

/** What the others are asked while it is their turn; it ends when the page goes elsewhere. */
let asking = null;

export function stop() {
  asking?.abort();
  asking = null;
}

/** Lets the others call and play, as long as it is their turn; `draw` draws an address, `done` all that belongs to it. */
export async function others(draw, done) {
  stop();
  if (!one('[data-waits]', board)) return;
  const mine = new AbortController();
  asking = mine;
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  try {
    const answer = await fetch('/others', { method: 'POST', body: address(), signal: mine.signal });
    if (!answer.ok) throw new Error(await answer.text());
    let shown = performance.now();
    for await (const line of pieces(answer, '\n')) {
      const turn = JSON.parse(line);
      if (turn.refusal) throw new Error(turn.refusal);
      await pause(shown + wait() - performance.now());
      if (mine.signal.aborted) return;
      // What the others do is no step of its own: "back" leads to one's own last choice.
      history.replaceState(null, '', covered(turn.address));
      await draw(turn.address);
      shown = performance.now();
    }
    if (!mine.signal.aborted) done();
  } catch (error) {
    if (!mine.signal.aborted) tell(error.message);
  } finally {
    if (asking === mine) asking = null;
  }
}

/** How long what is on the table stands. */
function wait() {
  const quick = kept.read('options', {}).speed === 'quick';
  if (quick) return 0;
  return board.querySelectorAll('.middle.trick .card').length === 4 ? TRICK : PAUSE;
}

const form = one('#sitting form');
one('button[value=sit]', form).addEventListener('click', async (event) => {
  event.preventDefault();
  const chosen = Object.fromEntries(new FormData(form));
  const pairs = new URLSearchParams(chosen.deal === 'this' ? address() : '');
  pairs.delete('random');
  if (chosen.deal === 'random') atRandom(pairs);
  if (chosen.deal === 'today') next(pairs);
  for (const name of ['me', 'from', 'others', 'pace', 'want']) {
    if (chosen[name] && !(name === 'want' && chosen.deal === 'today')) pairs.set(name, chosen[name]);
    else pairs.delete(name);
  }
  try {
    await sit(pairs);
    one('#sitting').close();
  } catch (error) {
    one('#sitting-trouble').textContent = error.message;
  }
});

/** Offers the deal on the page where there is one. */
one('#sitting').addEventListener('toggle', () => {
  const is = new URLSearchParams(address()).has('deal');
  one('[name=deal][value=this]', form).disabled = !is;
  if (one('#sitting').open) one(`[name=deal][value=${is ? 'this' : 'random'}]`, form).checked = true;
  one('#sitting-trouble').textContent = '';
  const agreed = new URLSearchParams(address()).get('system') ?? 'natural';
  one('a', form).setAttribute('href', `#${having('convention=card', 'system', agreed)}`);
  one('[data-number-today]', form).textContent = `board ${number()} of today's eight, which everybody gets`;
  offered();
});

/** Who says what a random deal is to have wants one. */
form.elements.want.addEventListener('input', () => {
  one('[name=deal][value=random]', form).checked = true;
  offered();
});

/** A random deal begins with the first call or the opening lead. */
function offered() {
  const isRandom = new FormData(form).get('deal') !== 'this';
  form.elements.want.disabled = new FormData(form).get('deal') === 'today';
  const here = one('[name=from] [value=here]', form);
  here.disabled = isRandom;
  if (isRandom && here.selected) form.elements.from.value = 'calls';
}
form.addEventListener('change', offered);
