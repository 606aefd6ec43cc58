// The panel of answers: those in one piece, and those that come piece by piece.

import { believed, drop, forget } from './beliefs.js';
import { evening, players, scores, tablesOf, takeProblems } from './games.js';
import { address, all, ask, having, kept, one, pieces, save, say, tell, without } from './kit.js';
import { sorted } from './sort.js';
import { figures, marks, noted } from './story.js';
import { scored } from './today.js';

const board = one('#board');
const panel = one('#panel');
const side = one('#side');

/** The search or question that is under way, which ends when its page goes. */
let running = null;
/** What the panel is about; null when it is empty. */
let topic = null;
/** Reviews of boards and of evenings that have come to their end, by what they are about. */
const reviews = new Map();

export function clear(next) {
  // Between two moments the picture of beliefs stays.
  (next === 'beliefs' ? drop : forget)();
  running?.abort();
  running = null;
  topic = null;
  panel.dataset.about = next ?? '';
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
  suit: ['dd', 'played', 'upto'],
  deal: ['at', 'play', 'branch', ...eyes],
  tables: ['at', 'play', 'branch', ...eyes],
  ranking: ['at', 'play', 'branch', ...eyes],
  evening: [],
  field: ['at', ...eyes],
};
/** Answers what the address asks. */
export function answers(pairs, here) {
  const kind = pairs.get('panel');
  if (!apart[kind]) return clear();
  // What can be made of hidden hands goes by all that has been seen.
  const isHidden = (pairs.get('deal') ?? '').split(/[: ]/).includes('-');
  const about = kind === 'evening' ? evening(whose(pairs)) : without(here, kind === 'deal' && isHidden ? eyes : apart[kind]);
  if (about === topic) return kind === 'choose' ? compare() : undefined;
  clear(kind);
  topic = about;
  panel.hidden = false;
  const bodies = { tables: tablesOf, ranking: scores };
  if (['beliefs', 'calls', 'claim', 'suit', 'deal', 'tables', 'ranking'].includes(kind)) {
    piece(`/${kind}`, bodies[kind]?.(here) ?? here, about);
  } else {
    ({ choose, compare: comparison, review, evening: played, field })[kind](here, about);
  }
  const at = { beliefs: '#board .hands', review: '#side .tricks', compare: '#side .tricks' };
  inSight = at[kind] && one(at[kind]) || panel;
  const { top } = panel.getBoundingClientRect();
  isBelow = (top > innerHeight / 2 || top < 0) && getComputedStyle(one('#headline')).display === 'none';
  sight();
}

/** Whether the answer is to be brought into sight: it stands below the board, as on a phone, and its first sentence not beside it. */
let isBelow = false;
/** What is brought into sight. */
let inSight = panel;

function sight() {
  if (isBelow) inSight.scrollIntoView();
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
    const ended = await listen('/choose', pairs.toString());
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
  if (!(await listen('/compare', address())) && compared === cards) stopped(place);
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
  const from = new URLSearchParams(here).has('who') ? 'evening' : 'review';
  const back = without(having(here, 'panel', from), ['card', 'against']);
  panel.innerHTML = `<p class="steps"><a class="button" href="#${back}">◀ Back to the ${from}</a></p><h2>Two cards compared</h2><section data-event="compared" aria-live="polite">${comparing}</section>`;
  const place = one('[data-event=compared]', panel);
  if (!(await listen('/compare', here))) stopped(place);
}

async function review(_, about) {
  if (reviews.has(about)) {
    panel.innerHTML = reviews.get(about);
    noted(topic);
    return;
  }
  panel.innerHTML = `<h2>Review</h2><div data-event="sum"></div><ol data-event="remark"></ol><table hidden><tbody data-event="fate"></tbody></table><div data-event="calls"></div>
    <p class="steps"><button type="button" data-stop>Stop</button><span class="legend" role="status">thinking</span></p>
    <details><summary>What a mistake is</summary><p data-event="head"></p></details>
    <details><summary>A picture to share</summary><p class="steps"><button type="button" data-save="png">Save as PNG</button>
    <button type="button" data-save="svg">Save as SVG</button></p><div data-event="picture"></div></details>`;
  one('[data-stop]', panel).addEventListener('click', () => running?.abort());
  const status = one('[role=status]', panel);
  const ended = await listen('/review', address());
  if (topic !== about) return;
  one('[data-stop]', panel)?.remove();
  status.textContent = ended ? '' : 'stopped';
  if (ended) reviews.set(about, panel.innerHTML);
}

/** The other tables at which the deal is played. */
async function field(_, about) {
  if (reviews.has(about)) {
    panel.innerHTML = reviews.get(about);
    return sorted(panel);
  }
  panel.innerHTML = `<div data-event="result" aria-live="polite"></div><p class="answer" data-today></p><div data-event="field"></div>
    <p class="steps"><span class="legend" role="status">eight other tables are bid and played</span></p>`;
  const status = one('[role=status]', panel);
  const ended = await listen('/field', address());
  if (topic !== about) return;
  status.textContent = ended ? '' : 'stopped';
  sorted(panel);
  if (!ended || !one('[data-imps]', panel)) return;
  one('[data-today]', panel).textContent = scored(about, Number(one('[data-imps]', panel).dataset.imps));
  reviews.set(about, panel.innerHTML);
}

/** Whose evening is asked for: who is named in the address, else who was asked for last, if he is in the file. */
const whose = (pairs) => pairs.get('who') ?? players().find((name) => name === kept.read('who', '')) ?? '';

/** A player's evening. */
async function played(here, about) {
  const who = whose(new URLSearchParams(here));
  panel.innerHTML = `<form data-fills class="steps"><label>Whose evening? <select name="who"><option value="">choose a player</option></select></label></form>
    <div data-event="player" aria-live="polite"></div>
    <p class="steps" data-event="quiz" hidden><button type="button" data-take>Take the mistakes as a quiz</button> <button type="button" data-keep>Save them as PBN</button></p>
    <p class="steps" hidden><button type="button" data-stop>Stop</button><span class="legend" role="status">thinking</span></p>`;
  const select = one('select', panel);
  for (const name of players()) select.append(say(document.createElement('option'), name));
  select.value = who;
  select.addEventListener('change', () => select.form.requestSubmit());
  if (!who) return;
  kept.write('who', who);
  if (reviews.has(about)) {
    const { player, found } = reviews.get(about);
    one('[data-event=player]', panel).innerHTML = player;
    return quizzed(found);
  }
  quizzed('');
  const stop = one('[data-stop]', panel);
  stop.parentElement.hidden = false;
  stop.addEventListener('click', () => running?.abort());
  const status = one('[role=status]', panel);
  const ended = await listen('/evening', about, (more) => quizzed(more.problems));
  if (topic !== about) return;
  stop.remove();
  status.textContent = ended ? '' : 'stopped';
  if (ended && one('.evening', panel)) reviews.set(about, { player: one('[data-event=player]', panel).innerHTML, found: problems });
}

/** The mistakes of the evening in the panel, as a file of problems. */
let problems = '';

function quizzed(found) {
  problems = found;
  one('[data-event=quiz]', panel).hidden = !found;
}

panel.addEventListener('click', ({ target }) => {
  if ('take' in target.dataset) takeProblems(problems);
  if ('keep' in target.dataset) save(new Blob([problems], { type: 'text/plain' }), 'mistakes.pbn');
});

/** Puts events in their places; `take` gets those that are no text. Whether they came to their end. */
async function listen(path, about, take = () => {}) {
  const mine = Object.assign(new AbortController(), { path });
  running?.abort();
  running = mine;
  try {
    const answer = await fetch(path, { method: 'POST', body: about, signal: mine.signal });
    if (!answer.ok) throw new Error(await answer.text());
    for await (const piece of pieces(answer, '\n\n')) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(piece) ?? [];
      if (mine.signal.aborted || !name || name === 'end') continue;
      const { html, ...more } = JSON.parse(data);
      if (html === undefined) {
        take(more);
        continue;
      }
      if (name === 'refusal') {
        const into = path === '/compare' ? one('[data-event=compared]', panel) : panel;
        into.innerHTML = `<p class="refusal" role="alert">${html}</p>`;
        continue;
      }
      const into = one(`[data-event=${name}]`, panel);
      if (into?.tagName === 'OL') into.insertAdjacentHTML('beforeend', html);
      else if (into) into.innerHTML = html;
      if (path === '/review') noted(topic);
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
