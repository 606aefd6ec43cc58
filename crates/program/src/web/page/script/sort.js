// Tables that are sorted by a click on the head of a column, as the list of boards is.

import { all, one } from './kit.js';

/** By which column each kind of table was sorted last, and whether from the top down. */
const chosen = new Map();

/** What a row is sorted by in a column: a number, or the text that is seen. */
function key(row, column) {
  const cell = row.cells[column];
  const number = cell?.dataset.order;
  return number === undefined ? cell?.textContent ?? '' : number === '' ? -Infinity : Number(number);
}

/** The order of two keys. */
export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function sort(table) {
  const { by, down } = chosen.get(table.dataset.sorts) ?? {};
  const heads = all('thead th', table);
  heads.forEach((head) => head.removeAttribute('aria-sort'));
  if (!heads[by]) return;
  heads[by].setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const body = one('tbody', table);
  // On a phone a second row has the names, and goes with the first.
  const rows = all('tr:not(.names)', body).map((row) => [row, row.nextElementSibling?.matches('.names') ? row.nextElementSibling : null]);
  rows.sort(([a], [b]) => (down ? -1 : 1) * compare(key(a, by), key(b, by)));
  body.append(...rows.flat().filter(Boolean));
}

/** On a phone the names of the pairs stand in a row of their own, below the table's. */
function named(row) {
  const names = all('td.wide', row).map((cell) => cell.textContent);
  if (!names.length) return;
  const line = Object.assign(document.createElement('tr'), { className: 'names' });
  line.append(Object.assign(document.createElement('td'), { colSpan: row.cells.length - names.length, textContent: names.join(' / ') }));
  row.after(line);
}

/** Dresses the tables in a place, and sorts them as they were sorted last. */
export function sorted(place) {
  for (const table of all('table[data-sorts]', place)) {
    all('tbody tr', table).forEach(named);
    sort(table);
  }
}

document.addEventListener('click', ({ target }) => {
  const head = target.closest('table[data-sorts] thead th');
  if (!head || !target.closest('button')) return;
  const table = head.closest('table');
  const [by, was] = [head.cellIndex, chosen.get(table.dataset.sorts)];
  // Numbers begin with the highest, texts with A.
  const isFirst = was?.by !== by;
  const isNumber = table.tBodies[0].rows[0]?.cells[by]?.dataset.order !== undefined;
  chosen.set(table.dataset.sorts, { by, down: isFirst ? isNumber : !was.down });
  sort(table);
});
