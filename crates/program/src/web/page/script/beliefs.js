// What a player thinks, on the board: each unseen card lies in the hands that may hold it, as strong as he believes that
// it lies there, now and after a card that is pointed at.

import { address, all, ask, having, one, tell } from './kit.js';

const board = one('#board');
const panel = one('#panel');

/** What is asked; nothing while there is no answer. */
let topic = '';
/** The answers by the card that was pointed at; the one without a card is the belief now. */
const answers = new Map();
/** The picture of the belief now; it stays on the board until the next one comes. */
let picture = null;
let pointing = 0;
let asked = null;
/** The card that was tapped last: the first tap shows what it says, the second plays it. */
let tapped = '';
let isTouch = false;

/** Takes the answer to what is asked. */
export function believed(about, drawn) {
  drop();
  topic = about;
  answers.clear();
  answers.set('', drawn);
  picture = show('');
  lay();
}

/** Drops the pending question; the picture stays on the board. */
export function drop() {
  clearTimeout(pointing);
  asked?.abort();
  topic = tapped = '';
}

/** The board is as it was. */
export function forget() {
  drop();
  picture = null;
  lay();
}

/** The hand on the board that a hand of the picture stands for. */
const own = (hand) => one(`.${hand.classList[1]}.hand:not(.believed)`, board);

/** Lays the picture in place of the hidden hands. The cards of a hidden hand that can be played lie apart. */
export function lay() {
  const hands = one('.hands', board);
  if (!hands) return;
  all('[data-laid]', hands).forEach((it) => it.remove());
  all('.hand[hidden]', hands).forEach((it) => { it.hidden = false; });
  all('.apart', hands).forEach((it) => it.classList.remove('apart'));
  if (!picture) return;
  for (const hand of all('.hand', picture)) {
    // Who asks about a card of the play sees what its reader sees.
    if (one('a.card', own(hand)) && !new URLSearchParams(address()).has('after')) own(hand).classList.add('apart');
    else own(hand).hidden = true;
  }
  const copies = picture.cloneNode(true);
  [...copies.children].forEach((it) => { it.dataset.laid = ''; });
  hands.append(...copies.children);
}

/** Puts an answer into the panel, and returns its picture. */
function show(card) {
  const open = all('details', panel).map((it) => it.open);
  const { content } = Object.assign(document.createElement('template'), { innerHTML: answers.get(card) });
  const drawn = one('[data-picture]', content);
  drawn.remove();
  panel.replaceChildren(content);
  all('details', panel).forEach((it, place) => { it.open = open[place]; });
  return drawn;
}

/** Turns the picture on the board into another. A card missing from the new picture has been played; a hand missing from it is seen. */
function turn(drawn) {
  for (const card of all('[data-held]', board)) {
    const then = one(`[data-held="${card.dataset.held}"]`, drawn);
    card.setAttribute('opacity', then?.getAttribute('opacity') ?? 0);
    if (!then) continue;
    card.setAttribute('class', then.getAttribute('class'));
    // Its place stays that of the card now.
    for (const part of ['title', '.figure']) {
      if (one(part, card)) one(part, card).textContent = one(part, then).textContent;
    }
  }
  for (const hand of all('.believed', board)) {
    const then = one(`.believed.${hand.classList[1]} [role=img]`, drawn);
    hand.classList.toggle('seen', !then);
    own(hand).hidden = then && !own(hand).classList.contains('apart');
    if (then) one('[role=img]', hand).ariaLabel = then.ariaLabel;
  }
  one('.told', board)?.replaceChildren(...one('.told', drawn).childNodes);
}

/** Shows what a player will think after a card, or thinks now. */
function point(card) {
  clearTimeout(pointing);
  if (!topic) return;
  const about = topic;
  pointing = setTimeout(async () => {
    asked?.abort();
    if (!answers.has(card)) {
      const mine = asked = new AbortController();
      try {
        const drawn = await ask('/beliefs', having(about, 'after', card), mine.signal);
        if (mine.signal.aborted || topic !== about) return;
        answers.set(card, drawn);
      } catch (error) {
        if (!mine.signal.aborted) tell(error.message);
        return;
      }
    }
    tell('');
    turn(show(card));
  }, answers.has(card) ? 0 : 80);
}

const cardAt = (event) => event.target.closest?.('a.card[data-card]')?.dataset.card;
const isMouse = (event) => event.pointerType === 'mouse';
board.addEventListener('pointerover', (event) => isMouse(event) && cardAt(event) && point(cardAt(event)));
board.addEventListener('pointerout', (event) => isMouse(event) && cardAt(event) && point(''));
board.addEventListener('focusin', (event) => cardAt(event) && point(cardAt(event)));
// Who goes on into the panel reads there what the card says.
board.addEventListener('focusout', (event) => cardAt(event) && !tapped && !panel.contains(event.relatedTarget) && point(''));
board.addEventListener('keydown', () => { isTouch = false; });
document.addEventListener('pointerdown', (event) => {
  isTouch = event.pointerType === 'touch';
  if (!tapped || cardAt(event)) return;
  tapped = '';
  point('');
});
board.addEventListener('click', (event) => {
  const card = cardAt(event);
  if (!picture || !isTouch || !card || card === tapped) return;
  event.preventDefault();
  tapped = card;
  point(card);
});
