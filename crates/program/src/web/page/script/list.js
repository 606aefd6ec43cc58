// The list of a file's boards: sorted by any column, and only those that have what is typed.

import { all, one, say } from './kit.js';
import { compare } from './sort.js';

/** The columns, with what they are sorted by. */
const columns = [
  { name: 'board', show: (game) => game.board ?? '', order: (game) => Number(game.board) || 0 },
  { name: 'contract', show: (game) => game.contract ?? '', order: (game) => game.level ?? -1 },
  { name: 'by', show: (game) => game.by ?? '' },
  { name: 'lead', show: (game) => game.lead ?? '' },
  { name: 'result', show: (game) => game.result ?? '', order: (game) => game.over ?? -99 },
  { name: 'N/S', show: (game) => String(game.score ?? '').replace('-', '−'), order: (game) => game.score ?? -9999 },
  { name: 'North – South', show: (game) => pair(game, 0, 2) },
  { name: 'East – West', show: (game) => pair(game, 1, 3) },
];
const pair = ({ names }, a, b) => [names?.[a], names?.[b]].filter(Boolean).join(' – ');

/** The most rows that are drawn at once. */
const MOST = 300;

const dialog = one('#list');
let games = [];
let current = 0;
let go = () => {};
let sorted = { by: null, down: false };
let shown = MOST;

/** What the rows are called: tables, where a deal of the file was played at several. */
let rows = 'boards';

/** Opens the list of these games, of so many boards; `choose` is told the number of the one that is taken. */
export function listed(these, now, boards, choose) {
  [games, current, go] = [these, now, choose];
  rows = boards === games.length ? 'boards' : 'tables';
  shown = MOST;
  draw();
  dialog.showModal();
  one('[aria-current]', dialog)?.scrollIntoView({ block: 'center' });
}

const texts = (game) => columns.map((column) => String(column.show(game)));

/** The words by which the list is filtered. */
export const filter = () => one('#words').value.trim();

/** Whether a game has every word of a text. A result or a score, as "-1", must stand there as a whole. */
export function has(game, words) {
  const text = `${texts(game).join(' ')} ${game.event ?? ''}`.toLowerCase().replaceAll('−', '-');
  const plain = text.replace(/[♠♥♦♣]/g, (suit) => ({ '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' })[suit]);
  const whole = text.split(/\s+/);
  return words.toLowerCase().replaceAll('−', '-').split(/\s+/).every((word) =>
    (/^(=|[+-]\d+)$/.test(word) ? whole.includes(word) : text.includes(word) || plain.includes(word)));
}

/** The numbers of the boards that have every word, in order. */
function chosen() {
  const found = [...games.keys()].filter((at) => has(games[at], filter()));
  const column = columns[sorted.by];
  if (!column) return found;
  const key = column.order ?? ((game) => column.show(game));
  const sign = sorted.down ? -1 : 1;
  return found.sort((a, b) => sign * compare(key(games[a]), key(games[b])) || a - b);
}

function draw() {
  const found = chosen();
  one('#found').textContent = found.length === games.length
    ? `${games.length.toLocaleString('en')} ${rows}`
    : `${found.length.toLocaleString('en')} of ${games.length.toLocaleString('en')} ${rows}`;
  all('th', dialog).forEach((head, at) => {
    const order = sorted.down ? 'descending' : 'ascending';
    if (at === sorted.by) head.setAttribute('aria-sort', order);
    else head.removeAttribute('aria-sort');
  });
  one('tbody', dialog).replaceChildren(...found.slice(0, shown).flatMap((at) => [row(at), ...named(at)]));
  one('#more').hidden = found.length <= shown;
}

function row(at) {
  const line = document.createElement('tr');
  texts(games[at]).forEach((text, column) => {
    const cell = document.createElement('td');
    if (column) {
      say(cell, text);
      if (column > 5) cell.className = 'wide';
    } else {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text || at + 1 });
      cell.append(button);
    }
    line.append(cell);
  });
  line.addEventListener('click', () => {
    dialog.close();
    go(at);
  });
  if (at === current) line.setAttribute('aria-current', 'true');
  return line;
}

/** On a phone the names of the pairs stand in a row of their own, below the board's. */
function named(at) {
  const pairs = texts(games[at]).slice(6).filter(Boolean);
  if (!pairs.length) return [];
  const line = Object.assign(document.createElement('tr'), { className: 'names' });
  line.append(Object.assign(document.createElement('td'), { colSpan: 6, textContent: pairs.join(' / ') }));
  line.addEventListener('click', () => {
    dialog.close();
    go(at);
  });
  return [line];
}

one('thead', dialog).append(document.createElement('tr'));
columns.forEach((column, at) => {
  const head = Object.assign(document.createElement('th'), { scope: 'col' });
  if (at > 5) head.className = 'wide';
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: column.name });
  button.addEventListener('click', () => {
    sorted = { by: at, down: sorted.by === at && !sorted.down };
    draw();
  });
  head.append(button);
  one('thead tr', dialog).append(head);
});
one('#words').addEventListener('input', draw);
one('#more').addEventListener('click', () => {
  shown *= 4;
  draw();
});
