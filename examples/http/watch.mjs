// Watches a search of a page of falsecard while it runs: node watch.mjs [ADDRESS]
//
// Begin the page with `falsecard serve`. Nothing but Node is needed.

const address = process.argv[2] ?? 'http://127.0.0.1:5252';

// East follows to the queen of clubs behind dummy's ace.
const question = {
  deal: 'N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543',
  dealer: 'S',
  vulnerable: 'NS',
  auction: '2NT P 3NT P P P',
  played: 'H6 H2 HK HA CQ C3 C7',
  system: 'paper',
  stream: true,
};

/** The events of an answer: their names, and what they say. */
async function* events(path, question) {
  const answer = await fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  let rest = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(part);
      yield [name, JSON.parse(data)];
    }
  }
}

for await (const [name, said] of events('/api/choose', question)) {
  if (name === 'error') throw new Error(said.error.message);
  const figures = said.candidates.map(({ card, mean }) => `${card} ${mean.toFixed(1)}`).join(', ');
  console.log(`${name}: ${said.card} (${figures})`);
}
