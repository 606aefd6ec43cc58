// Files and pasted texts: their boards, one after another, and side by side.

import { address, all, having, isTyping, one, pieces, tell, without } from './kit.js';
import { filter, has, listed } from './list.js';

/** The games of the file, as the server tells them. */
let games = [];
let current = 0;
/** The boards as the file counts them, in order: of each the numbers of its tables in `games`. */
let boards = new Map();

/** What an address has beside a board: the moment, and what is asked of it. */
const ASIDE = ['at', 'see', 'dd', 'branch', 'panel', 'of', 'call', 'played', 'shown',
  'scoring', 'system', 'carding', 'engine', 'time'];
/** What an address of a problem has beside its board. */
const ASKED = ['quiz', 'card', 'problem', 'category', 'answer', 'tempting', 'cards', 'why', 'source', 'note'];
const core = (place) => without(place, [...ASIDE, ...ASKED]);
/** By what a board is known: how the file calls it, and its deal. */
function boardOf(place) {
  const pairs = new URLSearchParams(place);
  return `${pairs.get('board') ?? ''} ${pairs.get('deal')}`;
}
const tablesAt = (place) => boards.get(boardOf(place)) ?? [];
/** The number of a board in the file, from 0. */
const numberOf = (place) => [...boards.keys()].indexOf(boardOf(place));
/** What a board is called: as the file says, or by its number. */
const nameOf = (game, number) => game.board ?? String(number + 1);

/** Takes games line by line as they come; `goes` says whether the first is shown. */
async function take(answer, goes) {
  if (answer.status === 204) return;
  if (!answer.ok) throw new Error(await answer.text());
  const [found, troubles] = [[], []];
  let last = 0;
  for await (const line of pieces(answer, '\n')) {
    const { fault, ...game } = JSON.parse(line);
    if (fault) troubles.push(fault);
    if (!game.address) continue;
    if (!found.length) {
      games = found;
      current = 0;
      boards = new Map();
    }
    const key = boardOf(game.address);
    const tables = boards.get(key) ?? [];
    tables.push(found.push(game) - 1);
    boards.set(key, tables);
    if (found.length === 1) {
      if (goes) location.hash = game.address;
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
  // A random deal is none of the file.
  one('#boards').hidden = games.length < 2 || new URLSearchParams(address()).has('random');
  const game = games[current];
  if (!game) return;
  one('#which').value = nameOf(game, numberOf(game.address));
  one('#of').textContent = `of ${boards.size.toLocaleString('en')}`;
  const tables = tablesAt(game.address);
  one('#table').textContent = tables.length > 1 ? `, table ${tables.indexOf(current) + 1} of ${tables.length}` : '';
  one('#tables').hidden = tables.length < 2;
  const isOfTables = boards.size < games.length;
  all('[data-deal]').forEach((button) => (button.hidden = !isOfTables));
  for (const button of all('[data-board]')) {
    const way = button.dataset.board < 0 ? 'previous' : 'next';
    button.setAttribute('aria-label', `${way} ${isOfTables ? 'table' : 'board'}`);
  }
}

/** The address of a board, with the panel that is open for every board. Where a class sees some hands only, it sees no more of the next. */
function placed(at) {
  const here = new URLSearchParams(address());
  let place = games[at].address;
  const panel = here.get('panel');
  if (['deal', 'tables'].includes(panel)) place = having(place, 'panel', panel);
  if (here.has('shown')) place = having(having(place, 'shown', here.get('shown')), 'at', 0);
  return place;
}

function go(to) {
  if (!(to >= 0 && to < games.length)) return count();
  const place = placed(to);
  current = to;
  count();
  location.hash = place;
}

/** Goes past the other tables of the deal, to the first table of the board so many on. */
function goBy(step) {
  const to = [...boards.values()][numberOf(games[current].address) + step];
  if (to) go(to[0]);
}

/** Goes to the board that the file calls so, the next from here on; in a file without names to the one of that number. */
function goTo(name) {
  const called = (at) => games[at].board === name;
  const later = [...games.keys()].map((at) => (at + current) % games.length);
  const found = called(current) ? current : later.find(called);
  const isNamed = games.some((game) => game.board !== undefined);
  if (found === undefined && isNamed) {
    tell(`there is no board ${name} in this file`);
    return count();
  }
  go(found ?? [...boards.values()][Number(name) - 1]?.[0]);
}

/** Says which board of the file an address is, if it is one of them. */
export function find(here) {
  if (games.length < 2) return;
  if (!here) return count();
  const about = core(here);
  if (core(games[current].address) === about) return count();
  const at = games.findIndex((game) => core(game.address) === about);
  if (at >= 0) current = at;
  count();
}

/** Shows the way to the problems of the file, if it has any. */
export function offered() {
  for (const place of all('[data-own-set]')) place.hidden = !games.some((game) => game.quiz);
  for (const button of all('nav [data-own]')) button.disabled = next(Number(button.dataset.own)) === undefined;
}

/** The number of the problem so many on in the file; 0 is the one on the page, or the first. */
function next(step) {
  const problems = [...games.keys()].filter((at) => games[at].quiz);
  const here = problems.indexOf(current);
  return problems[here < 0 ? 0 : here + step];
}

function ask(step) {
  const to = next(step);
  if (to === undefined) return;
  current = to;
  location.hash = games[to].quiz;
}
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-own]');
  if (button) ask(Number(button.dataset.own));
});

/** The address of the board, and those of all tables at which the deal was played. */
export function tablesOf(here) {
  const others = tablesAt(here).map((at) => games[at].address);
  return [here, ...(others.length ? others : [core(here)])].join('\n');
}

/** The most boards of a handout. */
const MOST = 64;

/** Whether a board is among those that were typed, as "1-8, 12"; all are among none. */
function isAmong(name, typed) {
  const parts = typed.replace(/\s*[-–]\s*/g, '-').split(/[\s,;]+/).filter(Boolean);
  const has = (part) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    return part === name || Number(from) <= Number(name) && Number(name) <= Number(to);
  };
  return !parts.length || parts.some(has);
}

/** The address of a handout, and those of its boards: of each that it chooses the first table that has its words. */
export function handed(here) {
  const pairs = new URLSearchParams(here);
  const [typed, words] = ['boards', 'words'].map((name) => pairs.get(name) ?? '');
  const called = [...boards.values()].filter((tables, number) => isAmong(nameOf(games[tables[0]], number), typed));
  const chosen = called.map((tables) => tables.find((at) => has(games[at], words))).filter((at) => at !== undefined);
  if (chosen.length > MOST) tell(`a handout has ${MOST} boards: these are the first of ${chosen.length}`);
  return [here, ...chosen.slice(0, MOST).map((at) => games[at].address)].join('\n');
}

async function open(body) {
  try {
    await take(await fetch('/open', { method: 'POST', body }), true);
  } catch (error) {
    tell(error.message);
  }
}

/** Begins with the file that the page was opened with. */
export async function begin() {
  try {
    await take(await fetch('/file'), !address());
    find(address());
  } catch (error) {
    tell(error.message);
  }
}

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
one('#which').addEventListener('change', (event) => goTo(event.target.value.trim()));
all('[data-board]').forEach((button) =>
  button.addEventListener('click', () => go(current + Number(button.dataset.board))));
all('[data-deal]').forEach((button) => button.addEventListener('click', () => goBy(Number(button.dataset.deal))));
one('#tables').addEventListener('click', () => {
  const here = address();
  const isOpen = new URLSearchParams(here).get('panel') === 'tables';
  location.hash = isOpen ? without(here, ['panel']) : having(here, 'panel', 'tables');
});
/** A handout has the boards that the list shows. */
one('#handing').addEventListener('click', () => {
  const words = filter();
  location.hash = words ? having('handout=4', 'words', words) : 'handout=4';
});
one('#listing').addEventListener('click', () => listed(games, current, boards.size, go));
