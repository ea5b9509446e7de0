import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../apps/api/src/config/config.ts';
import type { Service } from '../../../apps/api/src/main.ts';
import { runKeys } from '../../../apps/api/src/operator/key-verbs.ts';
import { startServer } from '../../../apps/api/src/server.ts';
import { freePorts } from '../../../tools/ports.ts';
import { buyersOf, type Buyers } from '../../support/buyers.ts';
import { operatorOf } from '../../support/operator.ts';
import { plainProxy, type PlainProxy } from '../../support/plain-proxy.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';

const [proxyPort = 0, ...ports] = await freePorts(9);
const pairOf = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const ours = pairOf();
const theirs = pairOf();
const GAME = '20';
const OLD_GAME_KEY = `game-key-${GAME}`;
const NEXT = {
  sign: 'the-next-secret-of-pages',
  paypal: 'the-next-secret-at-paypal',
  game: 'the-next-key-of-the-game',
} as const;

/** Tells how a server of one stage is configured. */
type Stage = 'old' | 'added' | 'switched' | 'new';
const STAGES: readonly Stage[] = ['old', 'added', 'switched', 'new'];

function configOf(config: Config, stage: Stage): Config {
  const { payermax, paypal, games } = config;
  const pick = <T>(old: T, next: T): { first: T; second: T | null } => {
    if (stage === 'old') return { first: old, second: null };
    if (stage === 'added') return { first: old, second: next };
    return { first: next, second: stage === 'switched' ? old : null };
  };
  const sign = pick(config.signSecret, NEXT.sign);
  const merchant = pick(payermax.privateKeyPem, ours.private);
  const version = pick('1', '2');
  const platform = pick(payermax.publicKeyPem, theirs.public);
  const secret = pick(paypal.secret, NEXT.paypal);
  const game = pick(OLD_GAME_KEY, NEXT.game);
  const address = `${games.sandboxUrl}/game/${GAME}`;
  return {
    ...config,
    signSecret: sign.first,
    secondSignSecret: sign.second,
    payermax: {
      ...payermax,
      privateKeyPem: merchant.first,
      keyVersion: version.first,
      secondPrivateKeyPem: merchant.second,
      secondKeyVersion: version.second ?? version.first,
      publicKeyPem: platform.first,
      secondPublicKeyPem: platform.second,
    },
    paypal: { ...paypal, secret: secret.first, secondSecret: secret.second },
    games: {
      ...games,
      byId: new Map([[GAME, { address, key: game.first, secondKey: game.second }]]),
    },
  };
}

let proxy: PlainProxy;
beforeAll(async () => {
  proxy = await plainProxy(proxyPort);
});
afterAll(() => proxy.stop());

// The environment's own server only receives what the sandbox sends to PUBLIC_URL through the proxy.
const environment = sharedEnvironment({
  env: { PUBLIC_URL: `http://127.0.0.1:${proxyPort}` },
  edit: (config) => configOf(config, 'added'),
});
const operator = operatorOf(environment);

const running = new Map<Stage, { readonly service: Service; readonly config: Config }>();
beforeAll(async () => {
  const { config, databaseUrl } = environment();
  for (const [n, stage] of STAGES.entries()) {
    const at = { port: ports[2 * n] ?? 0, metricsPort: ports[2 * n + 1] ?? 0, mirrorPorts: [] };
    const staged = { ...configOf(config, stage), ...at, databaseUrl, drainMs: 0 };
    running.set(stage, { service: await startServer(staged), config: staged });
  }
});
afterAll(async () => {
  for (const { service } of running.values()) await service.stop();
});

/** Lets these servers take turns. */
async function serve(...stages: readonly Stage[]): Promise<void> {
  const used = stages.map((stage) => running.get(stage)?.config.port ?? 0);
  proxy.use(used);
  await expect.poll(() => used.every((port) => proxy.isUsed(port))).toBe(true);
}

async function outside(keys: object): Promise<void> {
  const answer = await fetch(`${environment().sandboxUrl}/keys`, {
    method: 'PUT',
    body: JSON.stringify(keys),
  });
  expect(answer.status).toBe(204);
}

const oldMerchantPem = () =>
  createPublicKey(environment().config.payermax.privateKeyPem)
    .export({ type: 'spki', format: 'pem' })
    .toString();

async function metricsOf(stage: Stage): Promise<string> {
  const { config } = running.get(stage) ?? {};
  return (await fetch(`http://127.0.0.1:${config?.metricsPort}/metrics`)).text();
}

async function usesOf(stage: Stage): Promise<Record<string, number>> {
  const found = (await metricsOf(stage)).matchAll(
    /^webpay_second_key_uses_total\{key="([^"]+)"\} (\d+)$/gm,
  );
  return Object.fromEntries(
    [...found].map(([, key = '', uses]): [string, number] => [key, Number(uses)]),
  );
}

async function expectAllWell(buyers: Buyers): Promise<void> {
  const bought = await buyers.stop();
  expect(proxy.failed).toEqual([]);
  expect(bought.length).toBeGreaterThan(0);
  for (const orderId of bought) expect(await capturesOf(environment(), orderId)).toHaveLength(1);
}

describe('keys change while players buy, and no call is refused (14.6)', () => {
  it('secrets of pages, gateways and games: added everywhere, then switched, then removed', async () => {
    await serve('old');
    const buyers = buyersOf({ ...environment(), url: proxy.url }, OLD_GAME_KEY);
    await buyers.turn();
    await serve('old', 'added');
    await buyers.turn();
    await serve('added');
    const merchant = { pem: oldMerchantPem(), version: '1' };
    const nextMerchant = { pem: ours.public, version: '2' };
    await outside({
      payermax_merchants: [merchant, nextMerchant],
      paypal_secrets: ['sandbox-secret', NEXT.paypal],
      game_keys: { [GAME]: [OLD_GAME_KEY, NEXT.game] },
    });
    await buyers.turn();

    await serve('added', 'switched');
    await buyers.turn();
    await outside({ payermax_platform: { pem: theirs.private, version: '2' } });
    await outside({ game_keys: { [GAME]: [NEXT.game, OLD_GAME_KEY] } });
    buyers.signAs(NEXT.game);
    // Alone, so that it surely gets calls of a game that has switched.
    await serve('added');
    await buyers.turn();
    await serve('added', 'switched');
    await buyers.turn();
    await serve('switched');
    await buyers.turn();
    // A page that stays open signs with the secret that it came with.
    expect((await usesOf('switched'))['SIGN_SECRET']).toBeGreaterThan(0);
    buyers.reload();
    // The worker still begins with the old keys, and falls back.
    await outside({
      payermax_merchants: [nextMerchant],
      paypal_secrets: [NEXT.paypal],
      game_keys: { [GAME]: [NEXT.game] },
    });
    await buyers.turn();
    const before = await usesOf('switched');
    await buyers.turn();
    // The old keys are out of use: an operator may remove them.
    expect(await usesOf('switched')).toEqual(before);

    await serve('switched', 'new');
    await buyers.turn();
    await serve('new');
    await buyers.turn();
    await expectAllWell(buyers);

    const added = await usesOf('added');
    for (const key of ['PAYERMAX_PUBLIC_KEY_FILE', `GAMES_FILE/${GAME}`]) {
      expect(added[key], key).toBeGreaterThan(0);
    }
    expect(await usesOf('new')).toEqual({ order_token_key: 0 });
    expect(await metricsOf('switched')).toMatch(/^webpay_second_keys\{key="SIGN_SECRET"\} 1$/m);
    expect(await metricsOf('new')).not.toMatch(/^webpay_second_keys\{/m);
  });

  it('the key of order tokens, in the database: two servers follow without a restart', async () => {
    await serve('switched', 'new');
    const known = async (others: number) => {
      for (const stage of ['switched', 'new'] as const) {
        const line = /^webpay_second_keys\{key="order_token_key"\} 1$/m;
        await expect.poll(async () => line.test(await metricsOf(stage))).toBe(others > 0);
      }
    };
    const { db, clock } = operator.ctx();
    const in2Hours = { ...clock, real: () => new Date(Date.now() + 7_200_000) };
    const in4Hours = { ...clock, real: () => new Date(Date.now() + 14_400_000) };
    const buyers = buyersOf({ ...environment(), url: proxy.url }, NEXT.game);
    await buyers.turn();
    await runKeys({ db, clock }, ['add']);
    await known(1);
    await buyers.turn();
    await runKeys({ db, clock: in2Hours }, ['switch']);
    await buyers.turn();
    await buyers.turn();
    await runKeys({ db, clock: in4Hours }, ['remove']);
    await known(0);
    await buyers.turn();
    await expectAllWell(buyers);
  });
});

it('an order names PayerMax’s test world to the card form (14.9)', async () => {
  const buyers = buyersOf({ ...environment(), url: proxy.url }, NEXT.game);
  const { pay } = await (await buyers.shopper()).open();
  await buyers.stop();
  expect(pay).toMatchObject({ kind: 'payermax_card', sandbox: true });
});
