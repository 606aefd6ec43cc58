// What all parts of the page use: finding elements, asking the server, what the browser keeps.

export const one = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** What a browser keeps may be missing, or switched off. */
export const kept = {
  read(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`falsecard ${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`falsecard ${name}`, JSON.stringify(value));
    } catch {
      // Then it is forgotten.
    }
  },
};

/** Tells what is wrong, as text. */
export function tell(text) {
  const trouble = one('#trouble');
  trouble.textContent = text;
  trouble.hidden = !text;
}

/** An answer in one piece. What is refused is thrown as text. */
export async function ask(path, address, signal) {
  const answer = await fetch(path, { method: 'POST', body: address, signal });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** An answer that comes piece by piece; `end` stands between two. */
export async function* pieces(answer, end) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split(end);
      rest = parts.pop();
      yield* parts;
    }
    if (rest.trim()) yield rest;
  } finally {
    // Who reads no further lets the program know.
    reader.cancel().catch(() => {});
  }
}

/** What is on the page stands behind the # of the address. While a person plays it is coded there, for it has all four hands. */
export function address() {
  const text = location.hash.slice(1);
  if (!text.startsWith('~')) return text;
  try {
    return atob(text.slice(1));
  } catch {
    return '';
  }
}

/** How the browser shows an address. */
export const covered = (text) => (new URLSearchParams(text).has('me') ? `#~${btoa(text)}` : `#${text}`);

/** An address without some of its names. */
export function without(text, names) {
  const pairs = new URLSearchParams(text);
  names.forEach((name) => pairs.delete(name));
  return pairs.toString();
}

/** An address with a name set. */
export function having(text, name, value) {
  const pairs = new URLSearchParams(text);
  pairs.set(name, value);
  return pairs.toString();
}

export const isTyping = (element) => element.closest?.('input, textarea, select, dialog[open]');

/** Fills an element with text; signs of suits have their colours. */
export function say(element, text) {
  for (const part of String(text).split(/([♠♥♦♣])/)) {
    const suit = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' }[part];
    if (suit) element.append(Object.assign(document.createElement('span'), { className: `pip ${suit}`, textContent: part }));
    else if (part) element.append(part);
  }
  return element;
}

/** Saves a file on this machine. */
export function save(file, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
