import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runMethods } from '../../../apps/api/src/operator/method-verbs.ts';
import { operatorOf } from '../../support/operator.ts';
import { payermaxSays, refusingGateway } from '../../support/refusing-gateway.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import {
  CARDS,
  createShopper,
  orderFields,
  times,
  want,
  type Shopper,
} from '../../support/shopper.ts';

const gateway = await refusingGateway();
afterAll(() => gateway.stop());

const environment = sharedEnvironment({
  env: { PAYERMAX_BASE: `${gateway.url}/payermax`, PAYPAL_BASE: `${gateway.url}/paypal` },
  // A circuit stays open for five seconds: a busy machine must see it open.
  waitScale: { pauses: 5 },
});
const operator = operatorOf(environment);
const query = (text: string) => operator.db().pool.query<Record<string, unknown>>(text);

let shopper: Shopper;
let product = '';

beforeAll(async () => {
  gateway.aim(environment().sandboxUrl);
  shopper = await createShopper(environment());
  product = await productOf(shopper);
});
beforeEach(() => void gateway.refused.splice(0));
afterEach(async () => {
  gateway.refuse(() => null);
  await query('delete from method_stops');
});

async function productOf(player: Shopper): Promise<string> {
  const { goods } = await want(player.client.call('productLists', player.place));
  return goods[0]?.product_id ?? '';
}

const order = (country: string, pay_id = 'card', player = shopper) =>
  player.client.call('orderCreate', { ...orderFields(product), country, pay_id });
const codeOf = async (country: string, pay_id?: string) => (await order(country, pay_id)).code;

async function methodsOf(country: string, player = shopper): Promise<readonly string[]> {
  const { channels } = await want(player.client.call('payChannels', { country }));
  return channels.map(({ pay_id }) => pay_id);
}

const stops = async () => {
  const { rows } = await query(
    `select project, pay_id, country, switched_by, why, step, retry_count,
        round(extract(epoch from retry_at - switched_off_at) / 3600, 2)::float8 as hours
      from method_stops order by country`,
  );
  return rows;
};
const makeDue = () => query(`update method_stops set retry_at = switched_off_at`);

async function metrics(): Promise<readonly string[]> {
  const text = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
  return text.split('\n');
}

async function alerts(kind: string): Promise<number> {
  const start = `webpay_alarms_total{kind="${kind}"} `;
  const line = (await metrics()).find((each) => each.startsWith(start));
  return Number(line?.slice(start.length) ?? 0);
}

const refuseCardIn = (country: string) =>
  gateway.refuse((path, data) =>
    path.endsWith('/applyDropinSession') && data['country'] === country
      ? payermaxSays('CONTRACT_INVALID')
      : null,
  );

it('a CONTRACT_INVALID hides the card for one country only, with its alert and metric (14.1)', async () => {
  const [refusedBefore, offBefore] = [
    await alerts('gateway_refused_us'),
    await alerts('channel_switched_off'),
  ];
  refuseCardIn('VN');
  expect(await codeOf('VN')).toBe(300);
  expect(await methodsOf('VN')).not.toContain('card');
  expect(await codeOf('VN')).toBe(20016);
  expect(gateway.refused).toHaveLength(1);
  for (const country of ['US', 'DE', 'JP']) {
    expect(await methodsOf(country)).toContain('card');
    expect(await codeOf(country)).toBe(200);
  }
  const other = await createShopper(environment(), { websiteCode: 'cgg', gameId: '22' });
  expect(await methodsOf('VN', other)).toContain('card');
  expect(await stops()).toMatchObject([
    { project: 'miniflix', pay_id: 'card', country: 'VN', why: 'CONTRACT_INVALID', hours: 6 },
  ]);
  expect(await metrics()).toContain(
    'webpay_methods_off{project="miniflix",pay_id="card",country="VN"} 1',
  );
  expect(await alerts('channel_switched_off')).toBe(offBefore + 1);
  expect(await alerts('gateway_refused_us')).toBe(refusedBefore);
  const { rows } = await query(`select state, switched_by, why from method_changes`);
  expect(rows).toEqual([{ state: 'off', switched_by: 'gateway', why: 'CONTRACT_INVALID' }]);
});

it('a hidden method is tried by one order at a time, each refusal doubles the pause, a success shows it (14.1)', async () => {
  refuseCardIn('VN');
  expect(await codeOf('VN')).toBe(300);
  const switchedOff = await alerts('channel_switched_off');
  await makeDue();
  expect(await methodsOf('VN')).toContain('card');
  const players = await Promise.all([1, 2, 3].map(() => createShopper(environment())));
  const answers = await Promise.all(players.map((player) => order('VN', 'card', player)));
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([300, 20016, 20016]);
  expect(gateway.refused).toHaveLength(2);
  // The method was off already.
  expect(await alerts('channel_switched_off')).toBe(switchedOff);
  expect(await methodsOf('VN')).not.toContain('card');
  const { rows } = await query(
    `select retry_count, round(extract(epoch from retry_at - now()) / 3600)::float8 as hours from method_stops`,
  );
  expect(rows).toEqual([{ retry_count: 1, hours: 12 }]);

  gateway.refuse(() => null);
  expect(await codeOf('VN')).toBe(20016);
  await makeDue();
  expect(await codeOf('VN')).toBe(200);
  expect(await stops()).toEqual([]);
  expect(await methodsOf('VN')).toContain('card');
  expect((await metrics()).join('\n')).not.toContain('webpay_methods_off{');
});

it('a contract that is refused at the payment is proven by a payment, not by a card form (14.1)', async () => {
  const opened = await shopper.open({ country: 'JP' });
  gateway.refuse((path) =>
    path.endsWith('/orderAndPay') ? payermaxSays('CONTRACT_INVALID') : null,
  );
  await shopper.payByCard(opened, CARDS.success);
  expect(await stops()).toMatchObject([{ country: 'JP', step: 'submit' }]);
  gateway.refuse(() => null);
  await makeDue();
  const order_key = crypto.randomUUID();
  const trial = await shopper.open({ country: 'JP', order_key });
  expect(await codeOf('JP')).toBe(20016);
  expect(await methodsOf('JP')).not.toContain('card');
  // The page that tries the method may be loaded again.
  expect(await shopper.open({ country: 'JP', order_key })).toMatchObject({ pay: trial.pay });
  await shopper.payByCard(trial, CARDS.success);
  await shopper.until(trial.token, ({ state }) => state === 'success');
  expect(await stops()).toEqual([]);
});

it("an account that PayPal restricts switches the wallet off everywhere, and an operator's word switches it on (14.1)", async () => {
  const { ctx } = operator;
  const methods = (...words: readonly string[]) => runMethods(ctx(), ['methods', ...words]);
  gateway.refuse((path) =>
    path.endsWith('/v2/checkout/orders')
      ? {
          status: 422,
          body: {
            name: 'UNPROCESSABLE_ENTITY',
            details: [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }],
          },
        }
      : null,
  );
  expect(await codeOf('US', 'paypal')).toBe(300);
  expect(await methodsOf('US')).not.toContain('paypal');
  expect(await methodsOf('DE')).not.toContain('paypal');
  expect(await methods()).toMatch(
    /^miniflix paypal everywhere: off since \S+Z by the gateway: PAYEE_ACCOUNT_RESTRICTED; next try \S+Z$/,
  );
  gateway.refuse(() => null);
  await methods('on', 'miniflix', 'paypal', '--because', 'PayPal says it is mended');
  expect(await codeOf('US', 'paypal')).toBe(200);
  await methods('off', 'miniflix', 'paypal', '--country', 'DE', '--because', 'a dispute');
  expect(await methodsOf('DE')).not.toContain('paypal');
  expect(await codeOf('DE', 'paypal')).toBe(20016);
  expect(await codeOf('US', 'paypal')).toBe(200);
});

it.each(['/applyDropinSession', '/orderAndPay'])(
  'unlisted codes to eight orders of one player at %s stop no other player (14.1)',
  async (place) => {
    const opensBefore = await alerts('circuit_gateway');
    const player = await createShopper(environment());
    const isOpened = place === '/orderAndPay';
    const forms = isOpened ? await times(8, () => player.open({ country: 'VN' })) : [];
    gateway.refuse((path, data) =>
      path.endsWith(place) && data['country'] === 'VN' ? payermaxSays('NEWLY_INVENTED') : null,
    );
    for (const form of forms) await player.payByCard(form, CARDS.success);
    if (!isOpened) {
      for (let n = 0; n < 8; n += 1) expect((await order('VN', 'card', player)).code).toBe(10504);
    }
    expect(gateway.refused).toHaveLength(8);
    expect(await codeOf('US', 'card')).toBe(200);
    expect(await alerts('circuit_gateway')).toBe(opensBefore);
  },
);

it('refused access hides nothing; the circuit opens and heals by itself once the key is right (14.1)', async () => {
  const refusedBefore = await alerts('gateway_refused_us');
  const opensBefore = await alerts('circuit_gateway');
  gateway.refuse((path) =>
    path.startsWith('/paypal') ? { status: 403, body: { name: 'NOT_AUTHORIZED' } } : null,
  );
  const codes: number[] = [];
  for (let n = 0; n < 8; n += 1) codes.push(await codeOf('US', 'paypal'));
  expect(new Set(codes)).toEqual(new Set([300]));
  const called = gateway.refused.length;
  expect(await codeOf('US', 'paypal')).toBe(10504);
  expect(gateway.refused).toHaveLength(called);
  expect(await methodsOf('US')).toContain('paypal');
  expect(await stops()).toEqual([]);
  expect(await alerts('gateway_refused_us')).toBe(refusedBefore + 8);
  expect(await alerts('circuit_gateway')).toBe(opensBefore + 1);
  expect(await codeOf('US', 'card')).toBe(200);
  gateway.refuse(() => null);
  await expect.poll(() => codeOf('US', 'paypal')).toBe(200);
});
