// The text that was opened last is kept until the window is closed, so that loading the page anew does not lose its boards.

/** The longest text that is kept, in bytes: browsers keep some five million letters. */
const MOST = 2_000_000;
const NAME = 'falsecard opened';

/** Keeps a text or a file, if it is not too long and is text. */
export async function keep(body) {
  try {
    sessionStorage.removeItem(NAME);
    const bytes = body instanceof Blob ? await body.arrayBuffer() : new TextEncoder().encode(body);
    if (bytes.byteLength > MOST) return;
    sessionStorage.setItem(NAME, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Then it is forgotten.
  }
}

/** What was kept, or nothing. */
export function remembered() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
