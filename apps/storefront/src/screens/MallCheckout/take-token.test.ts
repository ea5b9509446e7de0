import { afterEach, expect, it, vi } from 'vitest';

/** Opens a mall's link with this session storage. */
async function arrive(sessionStorage: Pick<Storage, 'getItem' | 'setItem'>) {
  vi.resetModules();
  const replaceState = vi.fn();
  vi.stubGlobal('window', {
    location: { search: '?token=abc', hash: '' },
    history: { state: null, replaceState },
  });
  vi.stubGlobal('localStorage', null);
  vi.stubGlobal('sessionStorage', sessionStorage);
  const { takeToken } = await import('./take-token.ts');
  return { token: takeToken('miniflix'), replaceState };
}

afterEach(() => vi.unstubAllGlobals());

it('[R05] the token leaves the address for the storage of the tab', async () => {
  const rows = new Map<string, string>();
  const { token, replaceState } = await arrive({
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
  });
  expect(token).toBe('abc');
  expect([...rows.values()].join()).toContain('"mall_token":"abc"');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(
    null,
    '',
    '/mallCheckout?website_code=miniflix',
  );
});

it.each([
  [
    'forbids its storage',
    () => {
      throw new DOMException('no', 'SecurityError');
    },
  ],
  ['forgets what it is given', () => undefined],
])('[R05, A13] a browser that %s keeps the token in the address', async (_what, setItem) => {
  const { token, replaceState } = await arrive({ getItem: () => null, setItem });
  expect(token).toBe('abc');
  expect(replaceState).not.toHaveBeenCalled();
});
