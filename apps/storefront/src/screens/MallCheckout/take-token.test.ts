import { afterEach, expect, it, vi } from 'vitest';

/** Opens a mall's link with this session storage. */
async function open(sessionStorage: Pick<Storage, 'getItem' | 'setItem'>) {
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

it('[R05] moves the token from the address to the tab’s storage', async () => {
  const rows = new Map<string, string>();
  const { token, replaceState } = await open({
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
  ['drops stored values', () => undefined],
])('[R05, A13] leaves the token in the address of a browser that %s', async (_what, setItem) => {
  const { token, replaceState } = await open({ getItem: () => null, setItem });
  expect(token).toBe('abc');
  expect(replaceState).not.toHaveBeenCalled();
});
