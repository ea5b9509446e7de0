import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccessPlayer } from '../../support/access-player.ts';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { orderFields, want } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const player = () => createAccessPlayer(environment(), operator.ctx);
const PWD = 'dawn77';

let catalogue: EditedCatalogue;
beforeAll(async () => {
  catalogue = await editedCatalogue(environment().databaseUrl);
});
afterAll(() => catalogue.remove());

it("[F13] [C02] [V06] a project with pwd_status '1' refuses a session’s calls until its character has a password", async () => {
  const early = await player();
  expect((await want(early.client.call('configs', {}))).pwd_status).toBe('0');
  const order = await want(early.client.call('orderCreate', orderFields(await cheapest(early))));
  await catalogue.editProject('miniflix', "pwd_status: '0'", "pwd_status: '1'");
  await catalogue.import();
  const statusNow = async () => (await want(early.stranger.call('configs', {}))).pwd_status;
  await expect.poll(statusNow).toBe('1');

  for (const name of ['userOrders', 'cartGet', 'activityList', 'productLists'] as const) {
    const answer = await early.client.call(name, early.place);
    expect(answer, name).toMatchObject({ code: 20001, result: null });
  }
  // An existing order can be paid and read: its token authorises it.
  expect((await early.client.call('orderInquire', { token: order.token })).code).toBe(200);

  // The session opens, and the page asks for the password.
  expect(await early.role()).toMatchObject({ code: 200, result: { has_pwd: false } });
  await early.set(PWD);
  expect((await early.client.call('userOrders', {})).code).toBe(200);
  expect((await early.role()).code).toBe(20001);
  expect((await early.role({ pwd: PWD })).code).toBe(200);

  // Without a password the project locks again.
  const code = await early.codeFor('pwd_remove');
  expect((await early.client.call('passwordRemove', { code })).code).toBe(200);
  expect((await early.client.call('userOrders', {})).code).toBe(20001);
  expect((await early.client.call('logout', {})).code).toBe(200);

  // Other projects are unaffected.
  const elsewhere = await createAccessPlayer(environment(), operator.ctx, undefined, {
    websiteCode: 'poi_mbo',
    gameId: '10',
  });
  expect((await elsewhere.client.call('userOrders', {})).code).toBe(200);
});

async function cheapest({ client, place }: Awaited<ReturnType<typeof player>>): Promise<string> {
  const { goods } = await want(client.call('productLists', place));
  return goods[0]?.product_id ?? '';
}
