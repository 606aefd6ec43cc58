// The panel of answers: those in one piece, and those that come piece by piece.

import { believed, forget, lay, waits } from './beliefs.js';
import { evening, tablesOf } from './games.js';
import { address, all, ask, one, pieces, tell, without } from './kit.js';
import { sorted } from './sort.js';

const board = one('#board');
const panel = one('#panel');

/** The search or question that is under way, which ends when its page goes. */
let running = null;
/** What the panel is about; null when it is empty. */
let topic = null;
/** Reviews that have come to their end, by what they are about. */
const reviews = new Map();
/** The mistakes that a review has found: the numbers of the cards, and the play that they are cards of. */
let mistakes = { play: '', numbers: new Set() };

export function clear(next) {
  // Between two moments the picture of beliefs stays.
  (next === 'beliefs' ? waits : forget)();
  running?.abort();
  running = null;
  topic = null;
  panel.replaceChildren();
  panel.hidden = true;
  marks();
}

/** What the address says that an answer does not depend on, by the kind of the answer. */
const eyes = ['see', 'shown', 'dd', 'played', 'upto'];
const apart = {
  review: ['at', 'result', ...eyes],
  choose: ['card', 'against', ...eyes],
  compare: eyes,
  beliefs: eyes,
  calls: ['at', ...eyes],
  claim: eyes,
  deal: ['at', 'play', 'branch', ...eyes],
  tables: ['at', 'play', 'branch', ...eyes],
  ranking: ['at', 'play', 'branch', ...eyes],
};
/** The panels beside which the mistakes of a review stay marked: the review, and what it leads to. */
const marked = ['review', 'choose', 'compare'];
/** The play that an address is about, and by which agreements it is judged. */
const playOf = (here) => {
  const pairs = new URLSearchParams(here);
  return ['deal', 'dealer', 'by', 'calls', 'play', 'branch', 'system', 'carding', 'scoring']
    .map((name) => pairs.get(name) ?? '').join('&');
};

/** Answers what the address asks. */
export function answers(pairs, here) {
  const kind = pairs.get('panel');
  if (!apart[kind]) return clear();
  // What can be made of hidden hands goes by all that has been seen.
  const isHidden = (pairs.get('deal') ?? '').split(/[: ]/).includes('-');
  const about = without(here, kind === 'deal' && isHidden ? eyes : apart[kind]);
  if (about === topic) return kind === 'choose' ? compare() : undefined;
  clear(kind);
  topic = about;
  panel.hidden = false;
  const bodies = { tables: tablesOf, ranking: evening };
  if (['beliefs', 'calls', 'claim', 'deal', 'tables', 'ranking'].includes(kind)) {
    piece(`/${kind}`, bodies[kind]?.(here) ?? here, about);
  } else {
    ({ choose, compare: comparison, review })[kind](here, about);
  }
  place = kind === 'beliefs' ? one('.hands', board) ?? panel : panel;
  isBelow = panel.getBoundingClientRect().top > innerHeight / 2 && getComputedStyle(one('#headline')).display === 'none';
  sight();
}

/** Whether the answer is to be brought into sight: it stands below the board, as on a phone, and its first sentence not beside it. */
let isBelow = false;
/** What is brought into sight. */
let place = panel;

function sight() {
  if (isBelow) place.scrollIntoView();
}

/** Puts an answer in one piece. */
async function piece(path, body, about) {
  panel.innerHTML = '<p class="legend" role="status">thinking</p>';
  try {
    const drawn = await ask(path, body);
    if (topic !== about) return;
    if (path === '/beliefs') believed(about, drawn);
    else panel.innerHTML = drawn;
    sorted(panel);
    sight();
    // A claim that is accepted ends the board.
    const end = one('[data-ends]', panel);
    if (end) location.hash = end.getAttribute('href');
  } catch (error) {
    if (topic !== about) return;
    forget();
    panel.innerHTML = '';
    tell(error.message);
  }
}

/** Asks the engines about an address that is not the page's. */
export function consult(about) {
  if (topic === about) return;
  clear();
  topic = about;
  panel.hidden = false;
  choose(about);
}

function choose(here) {
  panel.innerHTML = `<h2>Which card?</h2><p class="steps"><button type="button" data-stop>Stop</button>
    <span class="legend" role="status"></span></p><div data-event="sentence" aria-live="polite"></div>
    <div data-event="standing"></div><div data-event="others"></div>
    <section data-event="compared" aria-live="polite"></section><div data-event="worlds"></div>`;
  const button = one('[data-stop]', panel);
  const status = one('[role=status]', panel);
  let further = 0;
  const begin = async () => {
    button.textContent = 'Stop';
    status.textContent = 'thinking';
    const pairs = new URLSearchParams(here);
    pairs.set('further', further);
    const ended = await listen('/choose', pairs.toString(), panel);
    button.textContent = ended ? 'Look further' : 'Go on';
    status.textContent = ended ? '' : 'stopped';
    further += ended ? 1 : 0;
    button.disabled = ended && further > 3;
    if (ended) compare();
  };
  button.addEventListener('click', () => (running ? running.abort() : begin()));
  begin();
}

/** The cards that were compared last in this panel. */
let compared = '';

/** Compares two cards, if the address names them; while the answer comes they wait. */
async function compare() {
  const pairs = new URLSearchParams(address());
  const cards = [pairs.get('card'), pairs.get('against')].join(' ');
  const place = one('[data-event=compared]', panel);
  if (!place || !pairs.has('against')) return place?.replaceChildren();
  if (running && running.path !== '/compare' || cards === compared && place.textContent) return;
  compared = cards;
  place.innerHTML = comparing;
  if (!(await listen('/compare', address(), panel)) && compared === cards) stopped(place);
  place.scrollIntoView({ block: 'nearest' });
}

const comparing = '<p class="steps"><button type="button" data-halt>Stop</button><span class="legend" role="status">comparing</span></p>';

/** Says that a comparison was stopped, if it was; it may be asked for again. */
function stopped(place) {
  if (!one('[data-halt]', place)) return;
  compared = '';
  place.innerHTML = '<p class="legend" role="status">stopped</p>';
}
panel.addEventListener('click', ({ target }) => target.closest('[data-halt]') && running?.abort());

/** Compares two cards and nothing more. */
async function comparison(here) {
  panel.innerHTML = `<h2>Two cards compared</h2><section data-event="compared" aria-live="polite">${comparing}</section>`;
  const place = one('[data-event=compared]', panel);
  if (!(await listen('/compare', here, panel))) stopped(place);
}

async function review(_, about) {
  if (reviews.has(about)) {
    panel.innerHTML = reviews.get(about);
    noted();
    return;
  }
  panel.innerHTML = `<h2>Review</h2><p class="legend" data-event="head"></p><p class="steps">
    <button type="button" data-stop>Stop</button><span class="legend" role="status">thinking</span></p>
    <div data-event="sum"></div><ul data-event="mistake"></ul><div data-event="calls"></div><details><summary>Every choice</summary>
    <div class="sideways" tabindex="0" role="group" aria-label="choices"><table>
    <thead><tr><th scope="col">trick</th><th scope="col">from</th><th scope="col">played</th>
    <th scope="col">best</th><th scope="col">gives up</th><th scope="col" class="wide">as the cards lay</th>
    <th scope="col">mark</th></tr></thead><tbody data-event="remark"></tbody></table></div></details>`;
  one('[data-stop]', panel).addEventListener('click', () => running?.abort());
  const ended = await listen('/review', address(), panel);
  if (topic !== about) return;
  one('[data-stop]', panel)?.remove();
  one('[role=status]', panel).textContent = ended ? '' : 'stopped';
  if (ended) reviews.set(about, panel.innerHTML);
}

/** What the figures on the cards say, by what is chosen in the options. */
const FIGURES = { chance: (row) => one('th:nth-child(4)', row.closest('table')).textContent, tricks: () => 'tricks', imps: () => 'IMPs' };

/** Writes on the cards of the board what the answer in the panel says of each, and raises the best. */
function figures() {
  all('[data-figure]', board).forEach((it) => it.remove());
  all('.card.best', board).forEach((it) => it.classList.remove('best'));
  const kind = document.documentElement.dataset.figures;
  if (!FIGURES[kind] || one('.card sub', board)) return;
  all('.candidates tr[data-cards]', panel).forEach((row, place) => {
    const figure = row.dataset[kind];
    for (const name of row.dataset.cards.split(' ')) {
      const card = one(`.hand .card[data-card=${name}]`, board);
      if (!card) continue;
      card.classList.toggle('best', place === 0);
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

/** Marks the mistakes that the review has found in the play on the page, and none in another; and the cards. */
export function marks() {
  lay();
  figures();
  const here = address();
  const isShown = marked.includes(new URLSearchParams(here).get('panel')) && mistakes.play === playOf(here);
  for (const card of all('#side .tricks a[data-number]')) {
    const isMistake = isShown && mistakes.numbers.has(card.dataset.number);
    if (isMistake === card.classList.contains('mistake')) continue;
    card.classList.toggle('mistake', isMistake);
    if (isMistake) one('.spoken', card)?.insertAdjacentHTML('beforeend', '<span data-mark>, a mistake</span>');
    else one('[data-mark]', card)?.remove();
  }
}

/** Takes the mistakes of the review in the panel. */
function noted() {
  const rows = all('tr.mistake[data-number]', panel);
  mistakes = { play: playOf(topic), numbers: new Set(rows.map((row) => row.dataset.number)) };
  marks();
}

/** Puts events in their places. Whether they came to their end. */
async function listen(path, about, place) {
  const mine = Object.assign(new AbortController(), { path });
  running?.abort();
  running = mine;
  try {
    const answer = await fetch(path, { method: 'POST', body: about, signal: mine.signal });
    if (!answer.ok) throw new Error(await answer.text());
    for await (const piece of pieces(answer, '\n\n')) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(piece) ?? [];
      if (mine.signal.aborted || !name || name === 'end') continue;
      const { html } = JSON.parse(data);
      if (name === 'refusal') {
        const into = path === '/compare' ? one('[data-event=compared]', place) : place;
        into.innerHTML = `<p class="refusal" role="alert">${html}</p>`;
        continue;
      }
      const into = one(`[data-event=${name}]`, place);
      if (['TBODY', 'UL'].includes(into?.tagName)) into.insertAdjacentHTML('beforeend', html);
      else if (into) into.innerHTML = html;
      if (path === '/review') noted();
      if (name === 'standing') figures();
      // Once there is something to see the page is long enough; from then on it stays where its reader puts it.
      sight();
      isBelow = false;
    }
  } catch (error) {
    if (!mine.signal.aborted) tell(error.message);
    return false;
  } finally {
    if (running === mine) running = null;
  }
  return !mine.signal.aborted;
}
