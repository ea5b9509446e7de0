import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A key of a screen. `key`: 'j', '?', 'Enter', or two in a row: 'g o'. */
export type KeyAction = {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
};

type Registered = { readonly title: string; readonly actions: readonly KeyAction[] };

const SEQUENCE_MS = 1500;

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

/** Keys that work now, those of the innermost part first. */
export function useRegisteredKeys(): readonly Registered[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
}

/**
 * Gives a part of the page its keys while it is shown. Keys and labels must stay the same. The keys work as soon as the part
 * is drawn: a press on it would be lost otherwise.
 */
export function useKeys(title: string, actions: readonly KeyAction[]): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const names = actions.map(({ key, label }) => `${key}\n${label}`).join('\n\n');
  useLayoutEffect(() => {
    if (names === '') return undefined;
    const own: Registered = {
      title,
      actions: names.split('\n\n').map((pair, index) => {
        const [key = '', label = ''] = pair.split('\n');
        return { key, label, run: () => latest.current[index]?.run() };
      }),
    };
    change([own, ...registered]);
    return () => change(registered.filter((each) => each !== own));
  }, [title, names]);
}

let pending = '';
let pendingSince = 0;

/** Runs the key's action. Install once. @returns a function that removes it */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.isComposing || isTyping(event.target)) {
      return;
    }
    const name = nameOf(event);
    if (name === null) return;
    const isSequence = pending !== '' && event.timeStamp - pendingSince < SEQUENCE_MS;
    const action = find(isSequence ? `${pending} ${name}` : name);
    pending = '';
    if (action) {
      event.preventDefault();
      action.run();
    } else if (hasSequence(name)) {
      pending = name;
      // A busy page takes the first key late, and its operator waits for it.
      pendingSince = performance.now();
    }
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function find(key: string): KeyAction | undefined {
  return registered.flatMap(({ actions }) => actions).find((action) => action.key === key);
}

const hasSequence = (name: string): boolean =>
  registered.some(({ actions }) => actions.some(({ key }) => key.startsWith(`${name} `)));

/** `Mod+k` for Ctrl or Command; keys of the browser stay its own. */
function nameOf(event: KeyboardEvent): string | null {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return name === 'k' ? 'Mod+k' : null;
  // Enter and Space belong to the focused control.
  const isControl = event.target instanceof Element && event.target.closest('a, button, summary');
  return isControl && (name === 'Enter' || name === ' ') ? null : name;
}

/** No key acts while one types, or behind an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('[type="radio"], [type="checkbox"]')) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *');
}
