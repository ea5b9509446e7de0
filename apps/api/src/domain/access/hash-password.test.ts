import { argon2Sync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './hash-password.ts';

it('[F13] hashPassword uses argon2id with OWASP’s parameters and a unique salt', async () => {
  const [first, second] = await Promise.all([hashPassword('dawn77'), hashPassword('dawn77')]);
  expect(first).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  );
  expect(second).not.toBe(first);
  expect(await isPassword('dawn77', first)).toBe(true);
  expect(await isPassword('dawn78', first)).toBe(false);
  expect(await isPassword('Dawn77', first)).toBe(false);
});

it('[F13] isPassword accepts a password composed differently by another keyboard', async () => {
  const stored = await hashPassword('caf\u00e9777');
  expect(await isPassword('cafe\u0301777', stored)).toBe(true);
});

it('[F13] isPassword reads hashes with other parameters', async () => {
  const salt = Buffer.alloc(8, 7);
  const hash = argon2Sync('argon2id', {
    message: Buffer.from('dawn77'),
    nonce: salt,
    memory: 1_024,
    passes: 3,
    parallelism: 2,
    tagLength: 16,
  });
  const stored = `$argon2id$v=19$m=1024,t=3,p=2$${salt.toString('base64')}$${hash.toString('base64')}`;
  expect(await isPassword('dawn77', stored)).toBe(true);
  expect(await isPassword('dawn7', stored)).toBe(false);
});

it('[F13] hashPassword refuses a flood, finishes queued work and accepts new work', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('dawn77')));
  const done = flood.filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(66);
  const refused = flood.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { name: 'Refusal', code: 10002 } });
  expect(await hashPassword('dawn77')).toContain('$argon2id$');
});
