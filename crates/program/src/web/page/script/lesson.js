// A lesson: moments of boards, each with its right and its tempting card; the browser keeps it.

import { problemHere, takeProblems } from './games.js';
import { address, all, ask, having, kept, one, save, say, without } from './kit.js';

const dialog = one('#lesson');
const form = one('form', dialog);
const trouble = one('[role=alert]', dialog);

/** The addresses of its problems, in order. */
const items = () => kept.read('lesson', []);

/** What a click makes of a card. */
const NEXT = { '': 'right', right: 'tempting', tempting: '' };
const SAID = { '': '', right: ': right', tempting: ': tempting' };

/** A card as players write it. */
const named = ([suit, rank]) => ({ S: '♠', H: '♥', D: '♦', C: '♣' })[suit] + rank.replace('T', '10');

/** The cards that are marked so, as addresses have them. */
const marked = (mark) => all(`[data-mark=${mark}]`, form).map((it) => it.value).join(' ');

dialog.addEventListener('toggle', () => {
  if (!dialog.open) return;
  trouble.textContent = '';
  const cards = all('#board a.card[data-card]').map((it) => it.dataset.card);
  one('[data-new]', form).hidden = !cards.length;
  // A problem of the file brings its cards and words along.
  const known = new URLSearchParams(problemHere());
  const isAmong = (name, card) => known.get(name)?.split(' ').includes(card);
  one('[data-cards]', form).replaceChildren(...cards.map((card) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: card });
    mark(button, isAmong('answer', card) ? 'right' : isAmong('tempting', card) ? 'tempting' : '');
    button.addEventListener('click', () => mark(button, NEXT[button.dataset.mark]));
    return button;
  }));
  ['note', 'why'].forEach((name) => { form.elements[name].value = known.get(name) ?? ''; });
  list();
});

function mark(button, mark) {
  button.dataset.mark = mark;
  button.replaceChildren();
  say(button, named(button.value) + SAID[mark]);
}

/** Shows what has been collected. */
function list() {
  const own = items();
  one('[data-have]', form).hidden = !own.length;
  one('ol', form).replaceChildren(...own.map((place, at) => {
    const pairs = new URLSearchParams(place);
    const link = Object.assign(document.createElement('a'), { href: `#${place}` });
    const board = pairs.has('board') ? `Board ${pairs.get('board')}, ` : '';
    say(link, `${board}${pairs.get('by') ?? 'a contract'}: ${pairs.get('answer').split(' ').map(named).join(' ')}`);
    const way = (name, work) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
      button.setAttribute('aria-label', `${name} problem ${at + 1}`);
      button.addEventListener('click', work);
      return button;
    };
    const others = own.filter((_, other) => other !== at);
    const gone = way('Remove', () => keep(others));
    const up = way('Up', () => keep(others.toSpliced(at - 1, 0, place)));
    up.disabled = at === 0;
    const line = document.createElement('li');
    line.append(link, ' ', up, ' ', gone);
    return line;
  }));
}

function keep(own) {
  kept.write('lesson', own);
  list();
}

/** The lesson as the text of a file of problems. */
const file = async (own) => JSON.parse(await ask('/lesson', own.join('\n'))).problems;

/** Adds the moment on the page. */
async function add() {
  if (!marked('right')) throw new Error('Click the right card first.');
  const here = without(address(), ['panel', 'of', 'after', 'call', 'see', 'shown', 'dd', 'played', 'who', 'suit']);
  let place = having(here, 'quiz', 'own');
  const known = new URLSearchParams(problemHere());
  const said = {
    problem: `lesson-${items().length + 1}`, category: 'lesson', cards: known.get('cards'), source: known.get('source'),
    answer: marked('right'), tempting: marked('tempting'), note: form.elements.note.value.trim(), why: form.elements.why.value.trim(),
  };
  for (const [name, text] of Object.entries(said)) if (text) place = having(place, name, text);
  // What is no problem is told now.
  await file([place]);
  keep([...items(), place]);
  one('[data-new]', form).hidden = true;
}

const ways = {
  add,
  save: async () => save(new Blob([await file(items())], { type: 'text/plain' }), 'lesson.pbn'),
  quiz: async () => takeProblems(await file(items())).then(() => dialog.close()),
  print: async () => {
    await takeProblems(await file(items()));
    dialog.close();
    location.hash = 'handout=4';
  },
  clear: () => keep([]),
};
form.addEventListener('click', async ({ target }) => {
  const way = ways[target.dataset.lesson];
  if (!way) return;
  trouble.textContent = '';
  try {
    await way();
  } catch (error) {
    trouble.textContent = error.message;
  }
});
