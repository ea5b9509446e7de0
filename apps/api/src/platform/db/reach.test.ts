import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { blankDatabase } from '../../../../../tests/support/test-database.ts';
import { reachDatabase } from './reach.ts';

const good = await blankDatabase();

function changed(change: (url: URL) => void): string {
  const url = new URL(good);
  change(url);
  return url.href;
}

test('a database that answers is accepted', async () => {
  await expect(reachDatabase(good)).resolves.toBeUndefined();
});

test('every connection failure is one sentence without the password', async () => {
  const cases: [string, RegExp][] = [
    [
      changed((url) => (url.port = '1')),
      /nothing answers at 127\.0\.0\.1:1, so start PostgreSQL there/,
    ],
    [changed((url) => (url.password = 'wrong')), /refuses user "webpay" with that password/],
    [changed((url) => (url.pathname = '/nowhere')), /has no database "nowhere"/],
    // Longer than a host name may be, so that no DNS query is needed.
    [changed((url) => (url.hostname = `${'x'.repeat(64)}.invalid`)), /there is no host "x{64}\./],
  ];
  for (const [url, sentence] of cases) {
    const error: unknown = await reachDatabase(url).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(sentence);
    expect(String(error)).not.toContain(new URL(url).password);
    expect(String(error)).not.toContain('\n');
  }
});

test('errors of the embedded database do not mention DATABASE_URL', async () => {
  const away = changed((url) => (url.port = '1'));
  const error: unknown = await reachDatabase(away, true).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(
    /The embedded database does not answer at 127\.0\.0\.1:1: npm start/,
  );
  expect(String(error)).not.toMatch(/DATABASE_URL|start PostgreSQL/);
  expect(String(error)).not.toContain(new URL(away).password);
});

test('a server that accepts the connection and stays silent is given up after 15 seconds', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = changed((each) => (each.port = String(address.port)));
  await expect(reachDatabase(url)).rejects.toThrow(/does not answer within 15 seconds/);
});
