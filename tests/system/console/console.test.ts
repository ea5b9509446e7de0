import { CONSOLE_API } from '@webpay/contract/console/operations';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from 'vitest';
import { consolePages } from '../../../apps/api/src/http/console/testing/console-pages.ts';
import { consoleToken, FROM_CONSOLE, signInLink, tokenIn } from '../../support/console-session.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { createShopper, type Shopper } from '../../support/shopper.ts';

const environment = sharedEnvironment({ console: { dist: consolePages() } });
const operator = operatorOf(environment);
let shopper: Shopper;
let orderId = '';

beforeAll(async () => {
  shopper = await createShopper(environment());
  orderId = (await shopper.open()).order_id;
});

async function get(path: string, token: string): Promise<{ status: number; body: unknown }> {
  const headers = { cookie: `console=${token}` };
  const answer = await fetch(`${environment().consoleUrl}${CONSOLE_API}${path}`, { headers });
  return { status: answer.status, body: await answer.json() };
}

it('an order of the shop is found by its list, its number and its player, and each look is an audit entry', async () => {
  const token = await consoleToken(operator.ctx(), 'support');
  const list = await get('/orders?project=miniflix', token);
  expect(list.status).toBe(200);
  expect(list.body).toMatchObject({ items: [{ id: orderId }], next: null });
  const order = await get(`/orders/${orderId}`, token);
  expect(order.body).toMatchObject({ id: orderId, character: { project: { code: 'miniflix' } } });
  const { order_no: number, character } = order.body as {
    order_no: string;
    character: { player_id: string };
  };
  const found = await fetch(`${environment().consoleUrl}${CONSOLE_API}/search`, {
    method: 'POST',
    headers: { ...FROM_CONSOLE, cookie: `console=${token}` },
    body: JSON.stringify({ text: number }),
  });
  expect(await found.json()).toMatchObject({ groups: [{ hits: [{ id: orderId }] }] });
  expect((await get(`/players/${character.player_id}`, token)).status).toBe(200);
  expect((await get(`/orders/${orderId}/answer?lang=de`, token)).body).toMatchObject({
    lang: 'de',
  });

  const auditor = await consoleToken(operator.ctx(), 'auditor');
  const { body } = await get('/audit?operator=sandbox-support', auditor);
  const { items } = body as { items: readonly { action: string; object: string }[] };
  const looks = items.map(({ action, object }) => `${action} ${object}`.trim());
  expect(looks.slice(0, 5)).toEqual([
    `order.answer order ${orderId}`,
    `player.read player ${character.player_id}`,
    'search',
    `order.read order ${orderId}`,
    'order.list',
  ]);
});

it('the description of the API fits its answers', async () => {
  const document = await get('/openapi.json', '');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Closed: a field that is not described is an error.
  const closed = JSON.stringify(document.body).replaceAll(
    '"type":"object","properties"',
    '"additionalProperties":false,$&',
  );
  ajv.addSchema(JSON.parse(closed) as object, 'api');
  const expectDescribed = (path: string, body: unknown) => {
    const place = `${CONSOLE_API}${path}`.replaceAll('/', '~1');
    const $ref = `api#/paths/${place}/get/responses/200/content/application~1json/schema`;
    const isDescribed = ajv.compile({ $ref });
    isDescribed(body);
    expect(isDescribed.errors, path).toBeNull();
  };
  const token = await consoleToken(operator.ctx(), 'admin');
  const order = await get(`/orders/${orderId}`, token);
  const { player_id: player } = (order.body as { character: { player_id: string } }).character;
  expectDescribed('/orders/{id}', order.body);
  for (const path of ['/me', '/me/security', '/orders', '/staff', '/audit']) {
    expectDescribed(path, (await get(path, token)).body);
  }
  expectDescribed('/orders/{id}/answer', (await get(`/orders/${orderId}/answer`, token)).body);
  expectDescribed('/players/{id}', (await get(`/players/${player}`, token)).body);
});

it('a token of the shop opens nothing in the console, and a token of the console nothing in the shop', async () => {
  expect((await get('/me', shopper.userToken)).status).toBe(401);
  const token = await consoleToken(operator.ctx(), 'admin');
  expect((await get('/me', token)).status).toBe(200);
  const own = await shopper.client.call('userOrders', {});
  expect(own.code).toBe(200);
  shopper.client.useToken(token);
  const other = await shopper.client.call('userOrders', {});
  shopper.client.useToken(shopper.userToken);
  expect(other.code).not.toBe(200);
});

it('a one-time link signs in over the network, once', async () => {
  const link = await signInLink(operator.ctx(), 'liveops');
  expect(link.startsWith(`${environment().consoleUrl}/sign-in/link#`)).toBe(true);
  const signIn = () =>
    fetch(`${environment().consoleUrl}${CONSOLE_API}/sign-in/link`, {
      method: 'POST',
      headers: FROM_CONSOLE,
      body: JSON.stringify({ token: tokenIn(link) }),
    });
  const first = await signIn();
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toContain('SameSite=Strict');
  expect((await signIn()).status).toBe(410);
});

it('the console has health of its own', async () => {
  const health = await fetch(`${environment().consoleUrl}/healthz`);
  expect(await health.json()).toEqual({ up: true });
  const ready = await fetch(`${environment().consoleUrl}/readyz`);
  expect(await ready.json()).toEqual({ ready: true });
});
