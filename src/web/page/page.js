'use strict';
// The page is drawn by the program. This puts what it draws in its place, steps by the links that are
// drawn, and listens to answers that come piece by piece. What is on the page stands behind the # of the
// address.

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const board = one('#board');
const panel = one('#panel');
const welcome = board.innerHTML;

/** What a browser keeps may be missing, or switched off. */
const kept = {
  read(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`falsecard ${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`falsecard ${name}`, JSON.stringify(value));
    } catch {
      // Then it is forgotten.
    }
  },
};

/** Tells what is wrong, as text. */
function tell(text) {
  const trouble = one('#trouble');
  trouble.textContent = text;
  trouble.hidden = !text;
}

/** An answer in one piece. What is refused is thrown as text. */
async function ask(path, address, signal) {
  const answer = await fetch(path, { method: 'POST', body: address, signal });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** An answer that comes piece by piece; `end` stands between two. */
async function* pieces(answer, end) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split(end);
    rest = parts.pop();
    yield* parts;
  }
  if (rest.trim()) yield rest;
}

// ---- what is on the page

/** Earlier answers are late once the address is another. */
let turn = 0;

const address = () => location.hash.slice(1);
const without = (text, names) => {
  const pairs = new URLSearchParams(text);
  names.forEach((name) => pairs.delete(name));
  return pairs.toString();
};

async function show() {
  const mine = ++turn;
  const here = address();
  tell('');
  if (!here) {
    board.innerHTML = welcome;
    clear();
    return;
  }
  const pairs = new URLSearchParams(here);
  const isQuiz = pairs.has('quiz');
  try {
    const drawn = await ask(isQuiz ? '/quiz' : '/board', here);
    if (mine !== turn) return;
    put(drawn);
  } catch (error) {
    if (mine === turn) tell(error.message);
    return;
  }
  if (isQuiz) {
    quiz(pairs.get('quiz'));
  } else {
    answers(pairs, here);
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

/** Draws the board; the focus stays where it was, on the same card or button. */
function put(drawn) {
  const was = board.contains(document.activeElement) ? document.activeElement : null;
  const place = ['data-key', 'data-card', 'data-number'].find((name) => was?.getAttribute(name));
  const value = place && was.getAttribute(place);
  board.innerHTML = drawn;
  marks();
  if (!was) return;
  const again = place && one(`[${place}="${CSS.escape(value)}"]`, board);
  (again ?? board).focus({ preventScroll: true });
}

// ---- answers

/** The search or question that is under way, which ends when its page goes. */
let running = null;
/** What the panel is about; null when it is empty. */
let topic = null;
/** Reviews that have come to their end, by what they are about. */
const reviews = new Map();

function clear() {
  clearTimeout(pointing);
  running?.abort();
  running = null;
  topic = null;
  panel.replaceChildren();
  panel.hidden = true;
  marks();
}

function answers(pairs, here) {
  const kind = pairs.get('panel');
  const apart = { review: ['at', 'see', 'dd'], choose: ['see', 'dd'], beliefs: ['see', 'dd'], calls: ['at', 'see', 'dd'] }[kind];
  if (!apart) return clear();
  const about = without(here, apart);
  if (about === topic) return;
  clear();
  topic = about;
  panel.hidden = false;
  ({ choose, review, beliefs, calls })[kind](here, about);
  // Where the answers stand below the board, on a phone, they are brought into sight.
  if (panel.getBoundingClientRect().top > innerHeight) panel.scrollIntoView();
}

function choose(here) {
  panel.innerHTML = `<h2>Which card?</h2><p class="steps"><button type="button" data-stop>Stop</button>
    <span class="legend" role="status"></span></p><div data-event="sentence" aria-live="polite"></div>
    <div data-event="standing"></div><div data-event="worlds"></div>`;
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
  };
  button.addEventListener('click', () => (running ? running.abort() : begin()));
  begin();
}

async function review(_, about) {
  if (reviews.has(about)) {
    panel.innerHTML = reviews.get(about);
    marks();
    return;
  }
  panel.innerHTML = `<h2>Review of the play</h2><p class="legend" data-event="head"></p><p class="steps">
    <button type="button" data-stop>Stop</button><span class="legend" role="status">thinking</span></p>
    <div data-event="sum"></div><div class="sideways" tabindex="0" role="group" aria-label="choices"><table>
    <thead><tr><th scope="col">trick</th><th scope="col">from</th><th scope="col">played</th>
    <th scope="col">minimax</th><th scope="col">gives up</th><th scope="col" class="wide">as the cards lay</th>
    <th scope="col">mark</th></tr></thead><tbody data-event="remark"></tbody></table></div>`;
  one('[data-stop]', panel).addEventListener('click', () => running?.abort());
  const ended = await listen('/review', address(), panel);
  if (topic !== about) return;
  one('[data-stop]', panel)?.remove();
  one('[role=status]', panel).textContent = ended ? '' : 'stopped';
  if (ended) reviews.set(about, panel.innerHTML);
}

/** Puts the calls that a player may make. */
async function calls(here, about) {
  panel.innerHTML = '<p class="legend" role="status">thinking</p>';
  try {
    const drawn = await ask('/calls', here);
    if (topic === about) panel.innerHTML = drawn;
  } catch (error) {
    if (topic === about) panel.innerHTML = '';
    tell(error.message);
  }
}

/** Marks the mistakes that the review has found in the play. */
function marks() {
  for (const row of all('tr.mistake[data-number]', panel)) {
    const card = one(`.tricks a[data-number="${row.dataset.number}"]`, board);
    if (card && !card.classList.contains('mistake')) {
      card.classList.add('mistake');
      one('.spoken', card)?.append(', a mistake');
    }
  }
}

/** Puts events in their places. Whether they came to their end. */
async function listen(path, about, place) {
  const mine = new AbortController();
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
        place.innerHTML = `<p class="refusal" role="alert">${html}</p>`;
        continue;
      }
      const into = one(`[data-event=${name}]`, place);
      if (into?.tagName === 'TBODY') into.insertAdjacentHTML('beforeend', html);
      else if (into) into.innerHTML = html;
      marks();
    }
  } catch (error) {
    if (!mine.signal.aborted) tell(error.message);
    return false;
  } finally {
    if (running === mine) running = null;
  }
  return !mine.signal.aborted;
}

// ---- what a player thinks, before and after a card that is pointed at

let thought = '';
let pointing = 0;

async function beliefs(here, about) {
  panel.innerHTML = '<p class="legend" role="status">thinking</p>';
  try {
    const drawn = await ask('/beliefs', here);
    if (topic !== about) return;
    thought = panel.innerHTML = drawn;
  } catch (error) {
    if (topic === about) panel.innerHTML = '';
    if (topic === about) tell(error.message);
  }
}

function point(card) {
  clearTimeout(pointing);
  const about = topic;
  if (!about || new URLSearchParams(about).get('panel') !== 'beliefs') return;
  pointing = setTimeout(async () => {
    if (topic !== about) return;
    running?.abort();
    if (!card) {
      panel.innerHTML = thought;
      return;
    }
    const mine = new AbortController();
    running = mine;
    const pairs = new URLSearchParams(about);
    pairs.set('after', card);
    try {
      const drawn = await ask('/beliefs', pairs.toString(), mine.signal);
      if (topic === about && running === mine) panel.innerHTML = drawn;
    } catch (error) {
      if (!mine.signal.aborted) tell(error.message);
    } finally {
      if (running === mine) running = null;
    }
  }, 80);
}

const cardAt = (event) => event.target.closest?.('a.card[data-card]')?.dataset.card;
board.addEventListener('mouseover', (event) => cardAt(event) && point(cardAt(event)));
board.addEventListener('mouseout', (event) => cardAt(event) && point(null));
board.addEventListener('focusin', (event) => cardAt(event) && point(cardAt(event)));

// ---- the quiz

function quiz(set) {
  const verdict = one('[data-problem]', board);
  if (!verdict) {
    clear();
  } else {
    const scores = kept.read('quiz', {});
    const mine = (scores[set] ??= {});
    // The first answer counts.
    mine[verdict.dataset.problem] ??= verdict.dataset.solved === 'true';
    kept.write('quiz', scores);
    if (topic !== verdict.dataset.ask) {
      clear();
      topic = verdict.dataset.ask;
      panel.hidden = false;
      choose(topic);
    }
  }
  const scores = kept.read('quiz', {});
  for (const place of all('[data-score]', board)) {
    const given = Object.values(scores[place.dataset.score] ?? {});
    const right = given.filter(Boolean).length;
    place.textContent = given.length ? `${right} of ${given.length} right` : '';
  }
}

// ---- files and pasted texts

let games = [];
let current = 0;

/** Takes games line by line as they come; `goes` says whether the first is shown. */
async function take(answer, goes) {
  if (answer.status === 204) return;
  if (!answer.ok) throw new Error(await answer.text());
  const [found, troubles] = [[], []];
  let last = 0;
  for await (const line of pieces(answer, '\n')) {
    const { address: place, title, fault } = JSON.parse(line);
    if (fault) troubles.push(fault);
    if (!place) continue;
    found.push({ place, title });
    if (found.length === 1) {
      games = found;
      current = 0;
      if (goes) location.hash = place;
    }
    if (found.length === 1 || performance.now() - last > 200) {
      last = performance.now();
      count();
    }
  }
  count();
  if (troubles.length) {
    const more = troubles.length > 1 ? ` (and ${troubles.length - 1} more)` : '';
    // The board is drawn first, which clears what was told before.
    setTimeout(() => tell(troubles[0] + more), found.length ? 300 : 0);
  }
}

function count() {
  one('#boards').hidden = games.length < 2;
  one('#which').value = current + 1;
  one('#of').textContent = `of ${games.length.toLocaleString('en')}`;
}

function go(to) {
  if (!(to >= 0 && to < games.length)) return count();
  current = to;
  count();
  location.hash = games[to].place;
}

async function open(body) {
  try {
    await take(await fetch('/open', { method: 'POST', body }), true);
  } catch (error) {
    tell(error.message);
  }
}

const isTyping = (element) => element.closest?.('input, textarea, select, dialog[open]');
document.addEventListener('paste', (event) => {
  if (isTyping(event.target)) return;
  const file = event.clipboardData.files[0];
  const text = event.clipboardData.getData('text/plain');
  if (file ?? text) open(file ?? text);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer.files[0] ?? event.dataTransfer.getData('text/plain');
  if (dropped) open(dropped);
});
one('#opening').addEventListener('close', ({ target }) => {
  const file = one('#file').files[0];
  const text = one('#text').value.trim();
  if (target.returnValue === 'open' && (file ?? text)) open(file ?? text);
  one('#file').value = '';
  one('#text').value = '';
});
one('#file').addEventListener('change', () => one('#opening').close('open'));
one('#which').addEventListener('change', (event) => go(Number(event.target.value) - 1));
all('[data-board]').forEach((button) =>
  button.addEventListener('click', () => go(current + Number(button.dataset.board))));

// ---- setting up a deal

const owner = new Map();
const suits = ['spades', 'hearts', 'diamonds', 'clubs'];
const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'];
const setup = one('#setup form');

for (const suit of suits) {
  const row = document.createElement('div');
  row.className = 'suit';
  const pip = document.createElement('span');
  pip.className = `pip ${suit[0]}`;
  pip.textContent = { s: '♠', h: '♥', d: '♦', c: '♣' }[suit[0]];
  row.append(pip);
  for (const rank of ranks) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.pack = suit[0].toUpperCase() + rank;
    button.addEventListener('click', () => deal(button.dataset.pack));
    row.append(button);
  }
  one('#pack').append(row);
}

function deal(card) {
  const seat = setup.elements.seat.value;
  if (owner.get(card) === seat) owner.delete(card);
  else owner.set(card, seat);
  dealt();
}

function dealt() {
  for (const button of all('[data-pack]')) {
    const [suit, rank] = button.dataset.pack;
    const seat = owner.get(button.dataset.pack);
    button.textContent = rank === 'T' ? '10' : rank;
    button.className = seat ? `of-${seat.toLowerCase()}` : '';
    if (seat) button.append(Object.assign(document.createElement('sub'), { textContent: seat }));
    const name = `${rank === 'T' ? '10' : rank} of ${suits.find((it) => it[0].toUpperCase() === suit)}`;
    button.setAttribute('aria-label', seat ? `${name}, ${seat}` : name);
  }
  for (const place of all('[data-count]')) {
    place.textContent = [...owner.values()].filter((seat) => seat === place.dataset.count).length;
  }
}

function hand(seat) {
  const of = (suit) => ranks.filter((rank) => owner.get(suit[0].toUpperCase() + rank) === seat).join('');
  const text = suits.map(of).join('.');
  return text === '...' ? '-' : text;
}

one('button[value=show]', setup).addEventListener('click', (event) => {
  const pairs = new URLSearchParams({ deal: `N:${['N', 'E', 'S', 'W'].map(hand).join(' ')}` });
  for (const name of ['dealer', 'vul', 'by', 'calls', 'play']) {
    const value = setup.elements[name].value.trim();
    if (value) pairs.set(name, value);
  }
  event.preventDefault();
  ask('/board', pairs.toString()).then(
    () => {
      one('#setup').close('show');
      location.hash = pairs;
    },
    (error) => (one('#setup-trouble').textContent = error.message),
  );
});
one('#empty').addEventListener('click', () => {
  owner.clear();
  dealt();
});
dealt();

// ---- options, dialogs, keys

const options = one('#options form');
const chosen = { deck: 'two', suits: 'symbols', theme: 'auto', ...kept.read('options', {}) };

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
});
dress();

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-dialog]');
  if (button) one(`#${button.dataset.dialog}`).showModal();
  if (event.target.closest('[data-skip]')) {
    event.preventDefault();
    board.focus();
  }
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const way = one(`[data-key="${CSS.escape(event.key)}"]:not([aria-disabled])`);
  if (!way || way.closest('[hidden]')) return;
  event.preventDefault();
  way.click();
});

window.addEventListener('hashchange', show);
show();
fetch('/file').then((answer) => take(answer, !address())).catch((error) => tell(error.message));
