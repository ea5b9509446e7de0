import { setTimeout as sleep } from 'node:timers/promises';

/** What a player sees of one document: a page, a frame in it, or a window it opened. */
export type Surface = {
  /** The value of a JavaScript expression there. */
  value(expression: string): Promise<unknown>;
  /** A real press on the element an expression gives; false where there is none yet. */
  press(expression: string): Promise<boolean>;
  /** Real keys into the element an expression gives; false where there is none yet. */
  type(expression: string, text: string): Promise<boolean>;
};

/** A browser of another engine, driven by a standard protocol. */
export type Engine = {
  readonly name: string;
  readonly version: string;
  readonly page: Surface;
  open(address: string): Promise<void>;
  /** The frame whose address holds the words. */
  frame(words: string): Surface;
  /** The other window whose address holds the words. */
  window(words: string): Surface;
  close(): Promise<void>;
};

const PATIENCE_MS = 60_000;

/** How a person names things: by role and by what is read out. Looks into open shadow trees too. */
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
  // What still moves would be missed.
  const moves = (each) => document.getAnimations().some(({ playState, effect }) => playState === 'running'
    && effect.getTiming().iterations !== Infinity && effect.target?.contains(each));
  return everywhere(top).find((each) => each.getClientRects().length > 0 && pattern.test(nameOf(each).trim()) && !moves(each)) ?? null;
}`;

export function named(
  role: 'button' | 'option' | 'radio' | 'textbox' | 'heading',
  name: RegExp,
): string {
  return `(${NAMED})('${role}', ${String(name)})`;
}

/** Presses as soon as there is something to press. */
export async function press(on: Surface, ...what: Parameters<typeof named>): Promise<void> {
  await until(`${what[0]} ${String(what[1])} to press`, () => on.press(named(...what)));
}

/** Chooses a radio button, and looks that it is chosen. */
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

/** Asks again and again until it holds. What goes wrong while a page changes is asked again too. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let trouble = '';
  while (Date.now() < end) {
    try {
      if (await holds()) return;
    } catch (error) {
      trouble = ` (${error instanceof Error ? error.message : String(error)})`;
    }
    await sleep(100);
  }
  throw new Error(`there is no ${what}${trouble}`);
}
