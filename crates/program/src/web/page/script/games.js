// Files and pasted texts: their boards, one after another, and side by side.

import { address, all, having, isTyping, one, pieces, tell, without } from './kit.js';
import { keep, remembered } from './keep.js';
import { filter, has, listed } from './list.js';

/** The games of the file, as the server tells them. */
let games = [];
let current = 0;
/** The boards as the file counts them, in order: of each the numbers of its tables in `games`. */
let boards = new Map();
/** The deals of the file. */
let deals = new Set();
/** How many of its games are problems. */
let problems = 0;
/** Whether the page shows a deal that is none of the file. */
let isAway = false;

/** What an address has beside a board: the moment, and what is asked of it. */
const ASIDE = ['at', 'upto', 'see', 'dd', 'branch', 'panel', 'of', 'after', 'call', 'played', 'shown',
  'scoring', 'system', 'carding', 'engine', 'time', 'who', 'suit'];
/** How questions are answered, which a person chooses for all boards. */
const MANNER = ['scoring', 'system', 'carding', 'engine', 'time'];
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
const dealOf = (place) => new URLSearchParams(place).get('deal');
/** The address of a game: a lesson is asked, a board that was played to its end begins with the deal, any other where its cards end. */
function opened(game) {
  if (new URLSearchParams(game.quiz).get('category') === 'lesson') return game.quiz;
  return typeof game.result === 'string' ? having(game.address, 'at', 0) : game.address;
}

/** How many files were opened, and which of them is on the page: what still comes of an earlier one is left. */
let [opening, latest] = [0, 0];

/**
 * Takes the games of the file of that number line by line as they come; `goes` says whether the first is shown. Returns whether all
 * were taken.
 */
async function take(mine, answer, goes) {
  if (answer.status === 204 || mine < latest) return false;
  if (!answer.ok) throw new Error(await answer.text());
  const [found, troubles] = [[], []];
  let last = 0;
  for await (const line of pieces(answer, '\n')) {
    if (mine < latest) return false;
    const { fault, ...game } = JSON.parse(line);
    if (fault) troubles.push(fault);
    if (!game.address) continue;
    if (!found.length) {
      latest = mine;
      games = found;
      current = 0;
      [boards, deals, problems] = [new Map(), new Set(), 0];
    }
    deals.add(dealOf(game.address));
    if (game.quiz) problems += 1;
    const key = boardOf(game.address);
    const tables = boards.get(key) ?? [];
    tables.push(found.push(game) - 1);
    boards.set(key, tables);
    if (found.length === 1) {
      if (goes) location.hash = opened(game);
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
  return true;
}

function count() {
  one('#boards').hidden = games.length < 2 && !problems;
  const game = games[current];
  if (!game) return;
  all('#boards > *').forEach((it) => it.classList.toggle('away', isAway !== (it.id === 'return')));
  one('#return').textContent = isAway ? `Back to board ${nameOf(game, numberOf(game.address))}` : '';
  one('#problems').hidden = !problems;
  one('#problems').textContent = problems === 1 ? 'A problem: take it as a quiz' : `${problems} problems: take them as a quiz`;
  one('#ranking').hidden = !games.some((game) => game.names) || boards.size === games.length;
  one('#evening').hidden = !games.some((game) => game.names && game.lead);
  pressed();
  one('#which').value = nameOf(game, numberOf(game.address));
  one('#of').textContent = counted(game);
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

/** Where a board stands in the file: "of 12" behind board 7 that is the seventh, "(7 of 12)" behind board 13 that is. */
function counted(game) {
  const place = [...boards.keys()].indexOf(boardOf(game.address)) + 1;
  const all = boards.size.toLocaleString('en');
  return nameOf(game, numberOf(game.address)) === String(place) ? `of ${all}` : `(${place.toLocaleString('en')} of ${all})`;
}

/** Shows which panels about the file are open. */
function pressed() {
  const panel = new URLSearchParams(address()).get('panel');
  for (const name of ['tables', 'ranking', 'evening']) {
    one(`#${name}`).setAttribute('aria-pressed', panel === name);
    one(`#${name}`).classList.toggle('on', panel === name);
  }
}

/** The address of a board, with the panel that is open for every board, and with what a person has chosen for all of them. Where a class
    sees some hands only, it sees no more of the next. */
function placed(at) {
  const here = new URLSearchParams(address());
  const own = new URLSearchParams(games[current].address);
  let place = opened(games[at]);
  const panel = here.get('panel');
  if (['deal', 'tables', 'ranking'].includes(panel)) place = having(place, 'panel', panel);
  if (here.has('shown')) place = having(having(place, 'shown', here.get('shown')), 'at', 0);
  const chosen = isAway ? [] : MANNER.filter((name) => here.has(name) && here.get(name) !== own.get(name));
  return chosen.reduce((place, name) => having(place, name, here.get(name)), place);
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
  const pairs = new URLSearchParams(here);
  if (both) choose(pairs);
  if (games.length < 2) return count();
  const deal = pairs.get('deal');
  isAway = pairs.has('number') || Boolean(deal) && !deals.has(deal);
  if (!deal || isAway) return count();
  const about = core(here);
  if (core(games[current].address) === about) return count();
  const exact = games.findIndex((game) => core(game.address) === about);
  const like = dealOf(games[current].address) === deal ? current : games.findIndex((game) => dealOf(game.address) === deal);
  current = exact < 0 ? like : exact;
  count();
}

/** The question of the file's problem that is on the page at its moment; empty if there is none. */
export function problemHere() {
  const game = games[current];
  return !isAway && game?.quiz && core(game.address) === core(address()) ? game.quiz : '';
}

/** Shows the way to the problems of the file, if it has any. */
export function offered() {
  for (const place of all('[data-own-set]')) place.hidden = !games.some((game) => game.quiz);
  for (const button of all('nav [data-own]')) button.disabled = next(Number(button.dataset.own)) === undefined;
  for (const link of all('[data-before]', document)) {
    link.hidden = !both;
    if (both) link.href = `#${both.file.place}`;
  }
  const here = asked().indexOf(current);
  for (const place of all('[data-own-place]')) place.textContent = here < 0 ? '' : `${here + 1} of ${problems}`;
}

/** The numbers of the games that are problems. */
const asked = () => [...games.keys()].filter((at) => games[at].quiz);

/** The number of the problem so many on in the file; 0 is the one on the page, or the first. */
function next(step) {
  const all = asked();
  const here = all.indexOf(current);
  return all[here < 0 ? 0 : here + step];
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

/** The page's address, and a line for each table of the file that has a score: the deal as a number, the score, and who sat there. */
export function scores(here) {
  const numbers = new Map([...boards.keys()].map((key, number) => [key, number]));
  const line = ({ address, score, names }) => JSON.stringify({ deal: numbers.get(boardOf(address)), score, names });
  const scored = games.filter((game) => Number.isInteger(game.score) && game.names);
  return [here, ...scored.map(line)].join('\n');
}

/** Who played cards in the file, who played most first. */
export function players() {
  const boards = new Map();
  for (const { names } of games.filter(({ lead }) => lead)) {
    for (const name of names?.filter(Boolean) ?? []) boards.set(name, (boards.get(name) ?? 0) + 1);
  }
  return [...boards].sort(([one, less], [other, more]) => more - less || one.localeCompare(other)).map(([name]) => name);
}

/** The page's address, and those of the boards at which a player played cards. */
export function evening(who) {
  const mine = games.filter(({ names, lead }) => lead && names?.includes(who));
  return [having('', 'who', who), ...mine.map((game) => game.address)].join('\n');
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
  // By their numbers, as far as they have such.
  const number = (at) => Number(games[at].board) || Infinity;
  chosen.sort((a, b) => (number(a) === number(b) ? 0 : number(a) - number(b)));
  if (chosen.length > MOST) tell(`a handout has ${MOST} boards: these are the first of ${chosen.length}`);
  return [here, ...chosen.slice(0, MOST).map((at) => games[at].quiz ?? games[at].address)].join('\n');
}

/** Two holdings of one suit, as in AJ109 / K32. */
const holdings = /^[-akqjtx\d\s]+(\/|opposite)[-akqjtx\d\s]+$/i;

/** Opens a text or a file; `goes` says whether its first board is shown, and it is kept. One suit leaves the file as it is. */
async function open(body, goes = true) {
  if (typeof body === 'string' && holdings.test(body.trim())) {
    location.hash = having('', 'combination', body.trim());
    return;
  }
  opening += 1;
  both = null;
  const mine = opening;
  try {
    if (await take(mine, await fetch('/open', { method: 'POST', body }), goes) && goes) await keep(body);
  } catch (error) {
    tell(error.message);
  }
}

/** The file that problems have taken the place of, and the problems; nothing while none have. */
let both = null;

/** Takes problems as a quiz, in place of the file on the page, to which there is a way back. */
export async function takeProblems(text) {
  const file = { games, boards, deals, problems, current, place: address() };
  await open(text, false);
  both = { file, quiz: { games, boards, deals, problems, current: 0 } };
  current = 0;
  if (games[0]?.quiz) location.hash = games[0].quiz;
}

/** Shows the file or its problems, whichever an address is about. */
function choose(pairs) {
  const wanted = both[pairs.has('quiz') || pairs.has('handout') ? 'quiz' : 'file'];
  if (wanted.games === games) return;
  both[games === both.file.games ? 'file' : 'quiz'].current = current;
  ({ games, boards, deals, problems, current } = wanted);
}

/** Begins with what was on the page before it was loaded anew, or with the file that the program was given. */
export async function begin() {
  opening += 1;
  const mine = opening;
  try {
    const text = address() && remembered();
    const answer = text ? fetch('/open', { method: 'POST', body: text }) : fetch('/file');
    await take(mine, await answer, !address());
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
for (const name of ['tables', 'ranking', 'evening']) {
  one(`#${name}`).addEventListener('click', () => {
    const here = address();
    const isOpen = new URLSearchParams(here).get('panel') === name;
    location.hash = isOpen ? without(here, ['panel']) : having(here, 'panel', name);
  });
}
one('#return').addEventListener('click', () => go(current));
one('#problems').addEventListener('click', () => ask(0));
/** A handout has the boards that the list shows. */
one('#handing').addEventListener('click', () => {
  const words = filter();
  location.hash = words ? having('handout=4', 'words', words) : 'handout=4';
});
one('#listing').addEventListener('click', () => listed(games, current, boards.size, go));
