// Setting up a deal by clicking its cards.

import { address, all, ask, one, without } from './kit.js';

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
  if (seat === 'play') return play(card);
  const isFull = [...owner.values()].filter((it) => it === seat).length === 13;
  const refused = isFull && owner.get(card) !== seat;
  one('#setup-trouble').textContent = refused ? `${seats[seat]} has 13 cards. Click one of them to take it away.` : '';
  if (refused) return;
  before.push(new Map(owner));
  if (owner.get(card) === seat) owner.delete(card);
  else owner.set(card, seat);
  dealt();
}

/** Adds a card to those that have been played, or takes the last one back. */
function play(card) {
  const field = setup.elements.play;
  const cards = field.value.split(/\s+/).filter(Boolean);
  if (cards.at(-1) === card) cards.pop();
  else cards.push(card);
  field.value = cards.join(' ');
}

/** The arrow keys go from card to card. */
one('#pack').addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
  const cards = all('[data-pack]');
  const to = cards[cards.indexOf(event.target) + step];
  if (!to) return;
  event.preventDefault();
  to.focus();
});

/** A rank as people write it. */
function spoken(rank) {
  return rank === 'T' ? '10' : rank;
}

function dealt() {
  for (const button of all('[data-pack]')) {
    const [suit, rank] = button.dataset.pack;
    const seat = owner.get(button.dataset.pack);
    button.textContent = spoken(rank);
    button.className = seat ? `of-${seat.toLowerCase()}` : '';
    if (seat) button.dataset.owner = seat;
    else delete button.dataset.owner;
    const name = `${spoken(rank)} of ${suits.find((it) => it[0].toUpperCase() === suit)}`;
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

/** The address that the deal was taken from; empty of a deal that is new. */
let origin = '';

const fields = ['dealer', 'vul', 'by', 'calls', 'play'];
/** What an address loses when something of its board is changed: the moment, and what is asked of it. */
const ASIDE = ['at', 'branch', 'panel', 'of', 'call', 'card', 'against', 'see'];

/** Takes the deal on the page. While it is played or asked about, its hands are not for everybody's eyes. */
function takeOver() {
  const pairs = new URLSearchParams(address());
  const [, first, hands] = /^([NESW]):(.*)$/.exec(pairs.get('deal') ?? '') ?? [];
  if (!hands || pairs.has('me') || pairs.has('quiz')) return;
  origin = address();
  before.length = 0;
  owner.clear();
  const round = Object.keys(seats);
  hands.split(' ').forEach((held, at) => {
    const seat = round[(round.indexOf(first) + at) % 4];
    held.split('.').forEach((ranks, suit) =>
      ranks.replace('-', '').split('').forEach((rank) => owner.set('SHDC'[suit] + rank, seat)));
  });
  for (const name of fields) setup.elements[name].value = pairs.get(name) ?? '';
  setup.elements.vul.value ||= 'none';
  one('#setup-trouble').textContent = '';
  dealt();
}

/** The address of what is set up. What was changed counts: an auction goes with its contract, and cards with theirs. */
function put() {
  const pairs = new URLSearchParams(without(origin, ASIDE));
  const said = Object.fromEntries(fields.map((name) => [name, setup.elements[name].value.trim()]));
  const was = (name) => (origin && pairs.get(name)) ?? '';
  const isNew = (name) => said[name] !== was(name);
  const bare = (contract) => contract.toUpperCase().replaceAll('X', '');
  if (origin && isNew('by') && !isNew('calls')) {
    said.calls = '';
    if (bare(said.by) !== bare(was('by')) && !isNew('play')) said.play = '';
  } else if (origin && isNew('calls') && !isNew('by')) {
    said.by = '';
  }
  const deal = `N:${['N', 'E', 'S', 'W'].map(hand).join(' ')}`;
  if (deal !== pairs.get('deal') || ['by', 'calls', 'play'].some(isNew)) pairs.delete('result');
  if (said.calls !== was('calls')) [...pairs.keys()].filter((name) => /^said\d/.test(name)).forEach((name) => pairs.delete(name));
  pairs.set('deal', deal);
  for (const name of fields) {
    if (said[name]) pairs.set(name, said[name]);
    else pairs.delete(name);
  }
  return pairs;
}

one('#setup').addEventListener('toggle', () => one('#setup').open && takeOver());
one('button[value=show]', setup).addEventListener('click', (event) => {
  const pairs = put();
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
  origin = '';
  setup.reset();
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

