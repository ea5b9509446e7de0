import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { fieldsOf, parseJson, textOf } from '../shape.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';
import { postJson } from '../testing/shop.ts';

const { shop, sandbox } = await sandboxOfFile();

const ask = (gameId: string, fields: object) =>
  postJson(`${sandbox.url}/game/${gameId}/link`, fields);

it('signs a link of ten minutes for a character of its own game, a new one each time', async () => {
  const { status, json } = await ask('20', { server_id: 's1', cid: '123456' });
  expect(status).toBe(200);
  const link = textOf(json['link']) ?? '';
  expect(json['url']).toBe(`${shop.url}/miniflix#link=${link}`);
  const [text = '', signature] = link.split('.');
  expect(signature).toBe(createHmac('sha256', 'game-key-20').update(text).digest('base64url'));
  const claims = fieldsOf(parseJson(Buffer.from(text, 'base64url')));
  expect(claims).toMatchObject({
    v: 1,
    use: 'link',
    website_code: 'miniflix',
    server_id: 's1',
    cid: '123456',
  });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600_000);
  expect((await ask('20', { server_id: 's1', cid: '123456' })).json['link']).not.toBe(link);
});

it('writes characters as their game does, and signs for no other game’s', async () => {
  const { json } = await ask('10', { server_id: 's1', cid: 'a123456' });
  const [text = ''] = (textOf(json['link']) ?? '').split('.');
  expect(fieldsOf(parseJson(Buffer.from(text, 'base64url')))['cid']).toBe('A123456');
  for (const fields of [
    { server_id: 's1', cid: '123450' },
    { server_id: 's1', cid: '912345' },
    { server_id: 's9', cid: '123456' },
    { server_id: 's1' },
    {},
  ]) {
    expect((await ask('20', fields)).status).toBe(404);
  }
  expect((await ask('77', { server_id: 's1', cid: '123456' })).status).toBe(400);
});
