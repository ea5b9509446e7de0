import { setTimeout as sleep } from 'node:timers/promises';

/** One document that a player uses: a page, a frame in it, or a window it opened. */
export type Surface = {
  /** The value of a JavaScript expression there. */
  value(expression: string): Promise<unknown>;
  /** Clicks the element that an expression gives; false while there is none. */
  press(expression: string): Promise<boolean>;
  /** Types into the element that an expression gives; false while there is none. */
  type(expression: string, text: string): Promise<boolean>;
};

export type Engine = {
  readonly name: string;
  readonly version: string;
  readonly page: Surface;
  open(address: string): Promise<void>;
  /** The frame whose address contains the words. */
  frame(words: string): Surface;
  /** The second window whose address contains the words. */
  window(words: string): Surface;
  close(): Promise<void>;
};

const TIMEOUT_MS = 60_000;

/** Finds an element by role and accessible name, open shadow trees included. */
const NAMED = `(role, pattern) => {
  const shapes = {
    button: 'button, [role=button], input[type=submit]', option: '[role=option]', radio: 'input[type=radio]',
    textbox: 'input:not([type=radio])', heading: 'h1',
  };
  const everywhere = (root) => [...root.querySelectorAll(shapes[role]), ...[...root.querySelectorAll('*')]
    .flatMap((each) => each.shadowRoot ? everywhere(each.shadowRoot) : [])];
  const nameOf = (each) => each.getAttribute('aria-label') ?? [...(each.labels ?? [])].map((label) => label.textContent).join(' ')
    .concat(each.textContent);
  const top = document.querySelector('dialog[open]') ?? document;
  // A click would miss an element that is still moving.
  const moves = (each) => document.getAnimations().some(({ playState, effect }) => playState === 'running'
    && effect.getTiming().iterations !== Infinity && effect.target?.contains(each));
  return everywhere(top).find((each) => each.getClientRects().length > 0 && pattern.test(nameOf(each).trim()) && !moves(each)) ?? null;
}`;

export function named(role: 'button' | 'option' | 'radio' | 'textbox' | 'heading', name: RegExp) {
  return `(${NAMED})('${role}', ${String(name)})`;
}

export async function press(on: Surface, ...what: Parameters<typeof named>): Promise<void> {
  await until(`${what[0]} ${String(what[1])} to press`, () => on.press(named(...what)));
}

/** Selects a radio button and waits until it is checked. */
export async function choose(on: Surface, name: RegExp): Promise<void> {
  const radio = named('radio', name);
  await until(`radio ${String(name)} to choose`, async () => {
    if ((await on.value(`${radio}?.checked`)) === true) return true;
    await on.press(radio);
    return false;
  });
}

export async function type(on: Surface, name: RegExp, text: string): Promise<void> {
  await until(`field ${String(name)}`, () => on.type(named('textbox', name), text));
}

export async function see(on: Surface, ...what: Parameters<typeof named>): Promise<void> {
  await until(
    `${what[0]} ${String(what[1])}`,
    async () => (await on.value(`${named(...what)} !== null`)) === true,
  );
}

/** Polls until the condition holds; errors while a page changes count as not yet. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  let lastError = '';
  while (Date.now() < end) {
    try {
      if (await holds()) return;
    } catch (error) {
      lastError = ` (${error instanceof Error ? error.message : String(error)})`;
    }
    await sleep(100);
  }
  throw new Error(`there is no ${what}${lastError}`);
}
