// Setting up a deal by clicking its cards.

import { all, ask, one } from './kit.js';

const owner = new Map();
const suits = ['spades', 'hearts', 'diamonds', 'clubs'];
const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'];
const seats = { N: 'North', E: 'East', S: 'South', W: 'West' };
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

/** The packs before each click, the last at the end. */
const before = [];

function deal(card) {
  const seat = setup.elements.seat.value;
  const isFull = [...owner.values()].filter((it) => it === seat).length === 13;
  const refused = isFull && owner.get(card) !== seat;
  one('#setup-trouble').textContent = refused ? `${seats[seat]} has 13 cards.` : '';
  if (refused) return;
  before.push(new Map(owner));
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
      one('#setup-trouble').textContent = '';
      one('#setup').close('show');
      location.hash = pairs;
    },
    (error) => (one('#setup-trouble').textContent = error.message),
  );
});
one('#empty').addEventListener('click', () => {
  before.push(new Map(owner));
  owner.clear();
  dealt();
});
one('#undo').addEventListener('click', () => {
  const last = before.pop();
  if (!last) return;
  owner.clear();
  last.forEach((seat, card) => owner.set(card, seat));
  dealt();
});
dealt();

