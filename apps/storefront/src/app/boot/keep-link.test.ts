import { expect, it, vi } from 'vitest';
import { keepLink } from './keep-link.ts';

/** Opens `address` in a browser with this session storage. */
function arrive(address: string, setItem: (key: string, value: string) => void) {
  const location = {
    ...partsOf(address),
    reload: vi.fn(),
  };
  const heard: (() => void)[] = [];
  const replaceState = vi.fn((_state: unknown, _title: string, to: string) =>
    Object.assign(location, partsOf(to)),
  );
  const win = {
    location,
    history: { state: { key: 'k' }, replaceState },
    sessionStorage: { setItem },
    addEventListener: (_name: string, listener: () => void) => heard.push(listener),
  };
  // Verified edge: all members that the function uses.
  keepLink(win as unknown as Window & typeof globalThis);
  return {
    win,
    replaceState,
    reload: location.reload,
    goTo: (to: string) => {
      Object.assign(location, partsOf(to));
      for (const listener of heard) listener();
    },
  };
}

function partsOf(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://shop.example');
  return { pathname, search, hash };
}

it('[F18] the link leaves address and history for the storage of the tab', () => {
  const rows = new Map<string, string>();
  const { replaceState } = arrive('/miniflix?utm=1#link=abc.def', (key, value) =>
    rows.set(key, value),
  );
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/miniflix?utm=1');
  expect([...rows]).toEqual([['webpay:link:miniflix', '"abc.def"']]);
});

it('[F18, A13] where the browser stores nothing it leaves the address all the same', () => {
  const { win, replaceState } = arrive('/dr2#link=abc.def', () => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/dr2');
  expect(win).toMatchObject({ webpayLink: 'abc.def' });
});

it('[F18] opened in a tab that shows the shop, it loads the page anew, without it', () => {
  const rows = new Map<string, string>();
  const { replaceState, reload, goTo } = arrive('/miniflix', (key, value) => rows.set(key, value));
  goTo('/miniflix#elsewhere');
  expect(reload).not.toHaveBeenCalled();
  goTo('/miniflix#link=abc.def');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ key: 'k' }, '', '/miniflix');
  expect(reload).toHaveBeenCalledOnce();
  expect(rows.size).toBe(1);
});

it('[F18] other fragments stay', () => {
  const { replaceState } = arrive('/miniflix#order=abc', () => undefined);
  expect(replaceState).not.toHaveBeenCalled();
});
