// What an answer writes on the board: figures on its cards, and what a review says on the line of play.

import { lay } from './beliefs.js';
import { address, all, one, save } from './kit.js';

const board = one('#board');
const panel = one('#panel');

/** What a review has said of each card that was chosen, by its number, of the contract's fate, and the play that it is about. */
let story = { play: '', said: new Map(), fate: '' };

/** The panels beside which the line of play tells what a review has said: the review, and what it leads to. */
const told = ['review', 'choose', 'compare'];
/** The play that an address is about, and by which agreements it is judged. */
const playOf = (here) => {
  const pairs = new URLSearchParams(here);
  return ['deal', 'dealer', 'by', 'calls', 'play', 'branch', 'system', 'carding', 'scoring']
    .map((name) => pairs.get(name) ?? '').join('&');
};

/** What the figures on the cards say, by what is chosen in the options. */
const FIGURES = { chance: (row) => one('th:nth-child(4)', row.closest('table')).textContent, tricks: () => 'tricks', imps: () => 'IMPs' };

/** Writes on the cards of the board what the answer in the panel says of each, and raises the best. */
export function figures() {
  all('[data-figure]', board).forEach((it) => it.remove());
  all('.card.best', board).forEach((it) => it.classList.remove('best'));
  const kind = document.documentElement.dataset.figures;
  if (!FIGURES[kind] || one('.card sub', board)) return;
  // In the quiz the answer is raised, whatever the engine prefers.
  const answer = new URLSearchParams(one('[data-ask]', board)?.dataset.ask).get('answer')?.split(' ');
  all('.candidates tr[data-cards]', panel).forEach((row, place) => {
    const figure = row.dataset[kind];
    for (const name of row.dataset.cards.split(' ')) {
      const card = one(`.hand .card[data-card=${name}]`, board);
      if (!card) continue;
      card.classList.toggle('best', answer ? answer.includes(name) : place === 0);
      const written = document.createElement('sub');
      written.dataset.figure = '';
      written.textContent = figure;
      (one('[aria-hidden]', card) ?? card).append(written);
      const said = document.createElement('span');
      said.dataset.figure = '';
      said.textContent = `, ${FIGURES[kind](row)} ${figure}`;
      one('.spoken', card)?.append(said);
    }
  });
}

/** What is read aloud of a card by what it gave up. */
const SPOKEN = { unclear: 'unclear', mistake: 'a mistake', blunder: 'a large mistake' };

/** Tells on the line of play what the review has said of each card, with the moment's sentence above it, and nothing of another play. */
export function marks() {
  lay();
  figures();
  const here = address();
  const line = one('#side .tricks');
  const isTold = told.includes(new URLSearchParams(here).get('panel')) && story.play === playOf(here);
  if (!line) return;
  line.classList.toggle('reviewed', isTold);
  all('[data-mark]', line).forEach((it) => it.remove());
  for (const card of all('a[data-number]', line)) {
    const said = isTold && story.said.get(card.dataset.number);
    if (said) card.dataset.gave = said.className;
    else delete card.dataset.gave;
    const spoken = SPOKEN[card.dataset.gave];
    if (spoken) one('.spoken', card)?.insertAdjacentHTML('beforeend', `<span data-mark>, ${spoken}</span>`);
  }
  const now = isTold && story.said.get(one('[aria-current]', line)?.dataset.number);
  one('.fate', line)?.remove();
  if (isTold) one('tbody', line).insertAdjacentHTML('beforeend', story.fate);
  const sum = isTold && one('[data-event=sum] .answer', panel)?.textContent;
  one('caption', line).innerHTML = now ? now.innerHTML : sum ? `${sum} ▶ goes on card by card.` : 'Play';
}

/** Takes what the review in the panel has said, which is about this. */
export function noted(topic) {
  const fate = one('[data-event=fate]', panel)?.innerHTML ?? '';
  story = { play: playOf(topic), fate, said: new Map(all('[data-event=remark] li', panel).map((it) => [it.dataset.number, it])) };
  marks();
}

// On a phone the line of play and the board stand above the turning points.
panel.addEventListener('click', ({ target }) => target.closest('[data-event=remark] a') && one('#side .tricks')?.scrollIntoView({ block: 'nearest' }));

/** Saves the picture of the story. It is painted from its parts: the page takes in no images. */
panel.addEventListener('click', async ({ target }) => {
  const kind = target.dataset.save;
  const drawn = kind && one('.story', panel);
  if (!drawn) return;
  let file = new Blob([new XMLSerializer().serializeToString(drawn)], { type: 'image/svg+xml' });
  if (kind === 'png') {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1260 });
    const brush = canvas.getContext('2d');
    brush.scale(2, 2);
    for (const part of all('rect, text', drawn)) {
      const [x, y, width, height, rx, size] = ['x', 'y', 'width', 'height', 'rx', 'font-size'].map((name) => Number(part.getAttribute(name)));
      brush.fillStyle = part.getAttribute('fill');
      brush.beginPath();
      if (width) brush.roundRect(x, y, width, height, rx);
      brush.fill();
      brush.font = `${part.getAttribute('font-weight')} ${size}px ${drawn.getAttribute('font-family')}`;
      brush.textAlign = { middle: 'center', end: 'end' }[part.getAttribute('text-anchor')] ?? 'start';
      brush.fillText(part.textContent, x, y);
    }
    file = await new Promise((resolve) => canvas.toBlob(resolve));
  }
  save(file, `story.${kind}`);
});
