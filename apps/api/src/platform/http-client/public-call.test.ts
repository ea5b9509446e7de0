import { expect, it } from 'vitest';
import { isPublicAddress, postPublic } from './public-call.ts';

it.each([
  ['203.0.114.1', true],
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['localhost', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each(['https://127.0.0.1:1/', 'https://[::1]:1/', 'https://localhost:1/', 'http://8.8.8.8/'])(
  'calls nothing at %s unless it may call anywhere',
  async (url) => {
    const call = { url, headers: {}, body: '', timeoutMs: 10_000 };
    expect(await postPublic({ ...call, isAnywhere: false })).toEqual({
      kind: 'silent',
      why: 'not a public address',
    });
  },
);

it('says why a call had no answer, without its address', async () => {
  const url = 'http://127.0.0.1:1/secret';
  const call = { url, headers: {}, body: '{}', timeoutMs: 10_000, isAnywhere: true };
  expect(await postPublic(call)).toEqual({
    kind: 'silent',
    why: 'the connection broke: ECONNREFUSED',
  });
});
