import { argon2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './hash-password.ts';

it('[F13] keeps a password as argon2id with OWASP’s parameters and a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('dawn77'), hashPassword('dawn77')]);
  expect(first).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
  expect(second).not.toBe(first);
  expect(await isPassword('dawn77', first)).toBe(true);
  expect(await isPassword('dawn78', first)).toBe(false);
  expect(await isPassword('Dawn77', first)).toBe(false);
});

it('[F13] knows a password again that another keyboard composes otherwise', async () => {
  const kept = await hashPassword('caf\u00e9777');
  expect(await isPassword('cafe\u0301777', kept)).toBe(true);
});

it('[F13] reads what was kept with other parameters', async () => {
  const salt = Buffer.alloc(8, 7);
  const hash = argon2Sync('argon2id', {
    message: Buffer.from('dawn77'),
    nonce: salt,
    memory: 1_024,
    passes: 3,
    parallelism: 2,
    tagLength: 16,
  });
  const kept = `$argon2id$v=19$m=1024,t=3,p=2$${salt.toString('base64')}$${hash.toString('base64')}`;
  expect(await isPassword('dawn77', kept)).toBe(true);
  expect(await isPassword('dawn7', kept)).toBe(false);
});

it('[F13] refuses a flood, does what waits, and goes on', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('dawn77')));
  const done = flood.filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(66);
  const refused = flood.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { name: 'Refusal', code: 10002 } });
  expect(await hashPassword('dawn77')).toContain('$argon2id$');
});
