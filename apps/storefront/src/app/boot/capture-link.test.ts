import { expect, it, vi } from 'vitest';
import { captureLink } from './capture-link.ts';

/** Opens `address` in a browser with this session storage. */
function open(address: string, setItem: (key: string, value: string) => void) {
  const location = {
    ...partsOf(address),
    reload: vi.fn(),
  };
  const listeners: (() => void)[] = [];
  const replaceState = vi.fn((_state: unknown, _title: string, to: string) =>
    Object.assign(location, partsOf(to)),
  );
  const win = {
    location,
    history: { state: { key: 'k' }, replaceState },
    sessionStorage: { setItem },
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  };
  // Verified edge: all members that the function uses.
  captureLink(win as unknown as Window & typeof globalThis);
  return {
    win,
    replaceState,
    reload: location.reload,
    goTo: (to: string) => {
      Object.assign(location, partsOf(to));
      for (const listener of listeners) listener();
    },
  };
}

function partsOf(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://shop.example');
  return { pathname, search, hash };
}

it('[F18] moves the link from address and history to the tab’s storage', () => {
  const rows = new Map<string, string>();
  const { replaceState } = open('/miniflix?utm=1#link=abc.def', (key, value) =>
    rows.set(key, value),
  );
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/miniflix?utm=1');
  expect([...rows]).toEqual([['webpay:link:miniflix', '"abc.def"']]);
});

it('[F18, A13] removes the link from the address even without storage', () => {
  const { win, replaceState } = open('/dr2#link=abc.def', () => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/dr2');
  expect(win).toMatchObject({ webpayLink: 'abc.def' });
});

it('[F18] reloads the page when a link opens in a tab that shows the shop', () => {
  const rows = new Map<string, string>();
  const { replaceState, reload, goTo } = open('/miniflix', (key, value) => rows.set(key, value));
  goTo('/miniflix#elsewhere');
  expect(reload).not.toHaveBeenCalled();
  goTo('/miniflix#link=abc.def');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/miniflix');
  expect(reload).toHaveBeenCalledOnce();
  expect(rows.size).toBe(1);
});

it('[F18] leaves other fragments in place', () => {
  const { replaceState } = open('/miniflix#order=abc', () => undefined);
  expect(replaceState).not.toHaveBeenCalled();
});
