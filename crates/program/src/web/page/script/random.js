// Random deals: to be played, or only looked at.

import { address, ask, covered, one, tell } from './kit.js';

/** Asks for a deal by a number of its own. */
export function atRandom(pairs) {
  pairs.set('random', crypto.getRandomValues(new Uint32Array(1))[0]);
  pairs.set('number', 1);
}

/** Goes to the table that an address asks for. */
export async function sit(pairs) {
  const { address: place } = JSON.parse(await ask('/sit', pairs.toString()));
  location.hash = covered(place);
}

one('#board').addEventListener('click', async (event) => {
  if (!event.target.closest('[data-next]')) return;
  const pairs = new URLSearchParams(address());
  pairs.set('number', Number(pairs.get('number')) + 1);
  pairs.set('from', pairs.has('by') && !pairs.has('upto') ? 'lead' : 'calls');
  try {
    await sit(pairs);
  } catch (error) {
    tell(error.message);
  }
});

const setup = one('#setup');
const wanted = one('[name=want]', setup);
wanted.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  one('#random').click();
});
one('#random').addEventListener('click', async () => {
  const pairs = new URLSearchParams({ from: 'calls' });
  if (wanted.value.trim()) pairs.set('want', wanted.value.trim());
  atRandom(pairs);
  try {
    await sit(pairs);
    setup.close();
  } catch (error) {
    one('#setup-trouble').textContent = error.message;
  }
});
