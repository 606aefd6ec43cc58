// The page is drawn by the program. This puts what it draws in its place, and steps by the links that are
// drawn. What is on the page stands behind the # of the address.

import { clear, answers } from './panel.js';
import { marks } from './story.js';
import { begin, find, handed } from './games.js';
import { address, all, ask, covered, isTyping, kept, one, tell } from './kit.js';
import { others, stop } from './play.js';
import { quiz } from './quiz.js';
import './random.js';
import './lesson.js';
import './setup.js';

const board = one('#board');
const side = one('#side');
const welcome = board.innerHTML;

/** Earlier answers are late once the address is another. */
let turn = 0;

async function show() {
  const mine = ++turn;
  const here = address();
  if (covered(here) !== location.hash && here) history.replaceState(null, '', covered(here));
  stop();
  tell('');
  board.removeAttribute('aria-busy');
  find(here);
  if (location.hash.startsWith('#~') && !here) tell('This link is damaged.');
  if (!here) return today(mine);
  const pairs = new URLSearchParams(here);
  if (pairs.has('handout')) return paper('/handout', handed(here), mine);
  if (pairs.has('convention')) return paper('/card', here, mine);
  if (pairs.has('combination')) return paper('/combination', here, mine);
  const isQuiz = pairs.has('quiz');
  board.setAttribute('aria-busy', 'true');
  try {
    const drawn = await ask(isQuiz ? '/quiz' : '/board', here);
    if (mine !== turn) return;
    put(drawn);
  } catch (error) {
    if (mine === turn) tell(error.message);
    return;
  } finally {
    if (mine === turn) board.removeAttribute('aria-busy');
  }
  if (isQuiz) {
    quiz(pairs.get('quiz'));
  } else {
    // What was refused is told on the board.
    if (one('[data-missing=refused]', board)) clear();
    else answers(pairs, here);
    others(async (place) => {
      const drawn = await ask('/board', place);
      if (mine === turn) put(drawn);
    }, show);
  }
  if (pairs.has('dd') && !isQuiz) {
    try {
      const marked = await ask('/marks', here);
      if (mine === turn) put(marked);
    } catch (error) {
      if (mine === turn) tell(error.message);
    }
  }
}

/** The empty page has a problem, another each day. */
async function today(mine) {
  board.innerHTML = welcome;
  side.replaceChildren();
  clear();
  const now = new Date();
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
  try {
    const drawn = await ask('/quiz', `quiz=day&number=${day}`);
    if (mine !== turn) return;
    put(drawn + welcome);
    quiz('all');
  } catch (error) {
    if (mine === turn) tell(error.message);
  }
}

/** A page of its own: boards of the file or a convention card, for paper, or a suit. */
async function paper(path, about, mine) {
  clear();
  try {
    const drawn = await ask(path, about);
    if (mine === turn) put(drawn);
  } catch (error) {
    if (mine === turn) tell(error.message);
  }
}

/** Draws the board; the focus stays where it was, on the same card or button. */
function put(drawn) {
  const here = document.activeElement;
  const was = board.contains(here) || side.contains(here) ? here : null;
  const place = ['data-key', 'data-card', 'data-number'].find((name) => was?.getAttribute(name));
  const value = place && was.getAttribute(place);
  const isOpen = one('.doors > details', board)?.open;
  const before = laid();
  board.innerHTML = drawn;
  // The auction and the play stand below the answers where there is one column.
  side.replaceChildren(...all('.record', board));
  if (isOpen && one('.doors > details', board)) one('.doors > details', board).open = true;
  moved(before);
  marks();
  if (!was) return;
  const again = place && one(`main :is(a, button)[${place}="${CSS.escape(value)}"]`);
  (again ?? board).focus({ preventScroll: true });
}

// A card that a person plays lies on the table at once; the program draws it there anew.
board.addEventListener('click', (event) => {
  const card = event.target.closest('.fan a.card[data-card]');
  const isPlayed = card && !event.defaultPrevented && new URLSearchParams(address()).has('me');
  const place = isPlayed && one(`.trick .at.${card.closest('.hand').classList[1]}`, board);
  if (!place || one('.card', place)) return;
  const before = laid();
  const copy = Object.assign(document.createElement('span'), { className: 'card' });
  copy.append(one('.pip', card).cloneNode(true), card.dataset.card.slice(1).replace('T', '10'));
  place.replaceChildren(copy);
  place.dataset.card = card.dataset.card;
  card.style.visibility = 'hidden';
  moved(before);
});

/** Where the hands are, and the cards that are drawn as cards; and where each card on the table is, if it is still on its way. */
const laid = () => ({
  places: new Map(all('.hands :is(.hand, .fan .card)', board).map((it) => [it.dataset.card ?? it.classList[1], it.getBoundingClientRect()])),
  table: new Map(all('.trick [data-card]', board).map((it) => [it.dataset.card, it.firstElementChild.getBoundingClientRect()])),
});

/** A card that has come onto the table moves there from where it was, or from its player's hand; one on its way goes on. */
function moved({ places, table }) {
  const there = all('.trick [data-card]', board);
  const came = there.filter((it) => !table.has(it.dataset.card));
  for (const at of there) {
    const isNew = came.length === 1 && came[0] === at;
    const from = table.get(at.dataset.card) ?? (isNew && (places.get(at.dataset.card) ?? places.get(at.classList[1])));
    const [card, to] = [at.firstElementChild, at.firstElementChild.getBoundingClientRect()];
    if (!from || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 1) continue;
    card.style.transform = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    // It is there once before it moves.
    card.getBoundingClientRect();
    card.classList.add('came');
    card.style.transform = '';
  }
}

// ---- options, dialogs, keys

const options = one('#options form');
const chosen = { deck: 'two', suits: 'symbols', figures: 'chance', theme: 'auto', speed: 'calm', size: 'usual', ...kept.read('options', {}) };

function dress() {
  for (const [name, value] of Object.entries(chosen)) {
    document.documentElement.dataset[name] = value;
    if (options.elements[name]) options.elements[name].value = value;
  }
}
options.addEventListener('change', ({ target }) => {
  chosen[target.name] = target.value;
  kept.write('options', chosen);
  dress();
  marks();
});
dress();

one('#whole').addEventListener('click', () =>
  (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch((error) => tell(error.message)));

// ---- agreements, scoring, engines and time

const asking = one('#asking');
asking.addEventListener('toggle', async () => {
  if (!asking.open) return;
  try {
    one('#asking-fields').innerHTML = await ask('/asking', address());
  } catch (error) {
    asking.close();
    tell(error.message);
  }
});
asking.addEventListener('close', () => {
  if (asking.returnValue !== 'ask') return;
  const pairs = new URLSearchParams(address());
  for (const [name, value] of new FormData(one('form', asking))) {
    if (value) pairs.set(name, value);
    else pairs.delete(name);
  }
  location.hash = covered(pairs.toString());
});

// What a deal leaves open, and which boards are printed, is typed into forms on the board.
document.addEventListener('submit', (event) => {
  if (!event.target.matches('[data-fills]')) return;
  event.preventDefault();
  const pairs = new URLSearchParams(address());
  for (const [name, value] of new FormData(event.target)) {
    if (value.trim()) pairs.set(name, value.trim());
    else pairs.delete(name);
  }
  location.hash = covered(pairs.toString());
});

// A browser shows where a link leads once it is pointed at.
for (const kind of ['pointerover', 'focusin']) {
  document.addEventListener(kind, ({ target }) => {
    const link = target.closest?.('a[href^="#"]');
    if (link) link.setAttribute('href', covered(link.getAttribute('href').slice(1)));
  });
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-print]')) print();
  event.target.closest('dialog a[href^="#"]')?.closest('dialog').close();
  const button = event.target.closest('[data-dialog]');
  if (button) {
    const dialog = one(`#${button.dataset.dialog}`);
    // Else Escape would answer as the last button did.
    dialog.returnValue = '';
    dialog.showModal();
    // The fields of some dialogs are still to come.
    if (button.dataset.field) one(`[name=${button.dataset.field}]`, dialog)?.focus();
  }
  if (event.target.closest('[data-skip]')) {
    event.preventDefault();
    board.focus();
  }
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const ways = all(`[data-key="${CSS.escape(event.key)}"]:not([aria-disabled])`);
  const way = ways.find((it) => !it.closest('[hidden], .away'));
  if (!way) return;
  event.preventDefault();
  way.click();
});

// A swipe steps as the arrow keys do.
let touched = null;
one('main').addEventListener('touchstart', ({ touches }) => { touched = touches.length === 1 ? touches[0] : null; }, { passive: true });
one('main').addEventListener('touchend', ({ target, changedTouches: [to] }) => {
  const [over, down] = touched ? [to.clientX - touched.clientX, to.clientY - touched.clientY] : [0, 0];
  if (Math.abs(over) < 60 || Math.abs(over) < 2 * Math.abs(down) || target.closest('#panel, .tricks, input, textarea') || visualViewport.scale > 1) return;
  one(`#board [data-key=Arrow${over < 0 ? 'Right' : 'Left'}]:not([aria-disabled])`)?.click();
});

// On a wall the panel is below the board, and its first sentence beside the board too.
new MutationObserver(() => {
  const said = chosen.size === 'large' && one('#panel:not([hidden]) .answer');
  const copy = Object.assign(document.createElement('p'), { className: 'answer', innerHTML: said ? said.innerHTML : '' });
  one('#headline').replaceChildren(...(said ? [copy] : []));
}).observe(one('#panel'), { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });

window.addEventListener('hashchange', show);
show();
await begin();
// The boards of a handout are those of the file.
if (new URLSearchParams(address()).has('handout')) show();
