// What runs the program in a browser. Bundlers understand addresses beside this file when they are written so.

export async function compile() {
  const answer = await fetch(new URL('./falsecard.wasm', import.meta.url));
  if (!answer.ok) throw new Error(`falsecard.wasm cannot be loaded: status ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export function start(hear, fail) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = fail;
  return worker;
}
