import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { playerValues } from '../../apps/api/src/domain/players/player-values.ts';
import { signIn } from '../../apps/api/src/domain/players/queries.ts';
import { isSignedBy, signBytes } from '../../apps/api/src/platform/http-client/rsa.ts';
import { prepareDatabase } from '../../apps/api/src/operator/shop-database.ts';
import type { Addresses } from '../../apps/api/src/platform/db/address.ts';
import { createDatabase, databaseAt } from '../support/templates.ts';
import { startHelper } from './child.ts';
import { openConnection, type Connection } from './connection.ts';
import { PROJECT, type Player } from './player.ts';
import {
  applyAnswer,
  findSession,
  keepSession,
  look,
  makeOrder,
  newIds,
  recordMail,
  storeWebhook,
  submit,
  type Buyer,
  type Ids,
} from './purchase-sql.ts';

export type PurchaseLimit = {
  readonly databaseUrl: string;
  /** Purchases per second, for `count` or until the time ends. `looks`: polls of each. */
  readonly run: (clients: number, count: number, forMs: number, looks: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

type Bare = {
  readonly db: Db;
  readonly buyers: readonly Buyer[];
};

/**
 * The minimum of a purchase: its SQL on a second database, as many empty HTTP exchanges, and the
 * RSA signatures of the gateway's protocol.
 */
export async function openPurchaseLimit(
  shopDatabase: Addresses,
  players: readonly Player[],
): Promise<PurchaseLimit> {
  const databaseUrl = await createBeside(shopDatabase, 'bench_limit');
  const db = openDb(databaseUrl, { max: 40, name: 'bench-limit' });
  const empty = await startHelper('empty-server.ts', {});
  const buyers: Buyer[] = [];
  for (const player of players) buyers.push(await signInBuyer(db, player));
  return {
    databaseUrl,
    run: (clients, count, forMs, looks) =>
      run({ db, buyers: buyers.slice(0, clients) }, empty.url, { count, forMs, looks }),
    close: async () => {
      await empty.stop();
      await db.close();
    },
  };
}

async function createBeside(shop: Addresses, name: string): Promise<string> {
  await createDatabase(shop.ownerUrl, name, null);
  const [url = '', ownerUrl = ''] = [shop.url, shop.ownerUrl].map((each) => databaseAt(each, name));
  await prepareDatabase({ url, ownerUrl }, readConfig({}).catalogueDir, () => undefined);
  return url;
}

async function signInBuyer(db: Db, player: Player): Promise<Buyer> {
  const tokenHash = randomBytes(32);
  const { role } = player.user;
  const now = new Date();
  await db.run(signIn, {
    ...playerValues({ code: PROJECT.websiteCode }, role, now),
    tokenHash,
    expiresAt: new Date(now.getTime() + 86_400_000),
    passwordVersion: 0,
    byLink: false,
  });
  const session = await findSession(db, { tokenHash });
  return { playerId: session.player_id, tokenHash, recipient: role, productId: player.productId };
}

async function run(
  bare: Bare,
  emptyUrl: string,
  load: { readonly count: number; readonly forMs: number; readonly looks: number },
): Promise<number> {
  const webhooks: Promise<void>[] = [];
  const lines = await Promise.all(
    bare.buyers.map(async (buyer) => ({
      buyer,
      line: await openConnection(emptyUrl),
      webhookLine: await openConnection(emptyUrl),
    })),
  );
  let begun = 0;
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async ({ buyer, line, webhookLine }) => {
      // Webhooks run beside everything else, but one connection carries one at a time.
      let last = Promise.resolve();
      while (begun < load.count && performance.now() - startedAt < load.forMs) {
        begun += 1;
        const ids = newIds();
        await pay(bare, buyer, line, ids);
        last = last.then(() => webhook(bare, webhookLine, ids));
        webhooks.push(last);
        await deliver(bare, buyer, line, ids, load.looks);
      }
    }),
  );
  await Promise.all(webhooks);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { line, webhookLine } of lines) {
    line.close();
    webhookLine.close();
  }
  return begun / seconds;
}

async function pay({ db }: Bare, buyer: Buyer, line: Connection, ids: Ids): Promise<void> {
  // order/create with the gateway's session
  await emptyExchange(line);
  await makeOrder(db, buyer, ids);
  await emptyExchange(line);
  await signedBothWays();
  await keepSession(db, ids);
  // Card token
  await emptyExchange(line);
  // recharge/card with the gateway's payment
  await emptyExchange(line);
  await submit(db, buyer, ids);
  await emptyExchange(line);
  await signedBothWays();
  await applyAnswer(db, buyer, ids);
}

async function webhook({ db }: Bare, line: Connection, ids: Ids): Promise<void> {
  await signedOnce();
  await emptyExchange(line);
  await storeWebhook(db, ids, MESSAGE);
}

/** The mail, and the player's polls. */
async function deliver(
  { db }: Bare,
  buyer: Buyer,
  line: Connection,
  ids: Ids,
  looks: number,
): Promise<void> {
  await emptyExchange(line);
  await recordMail(db, ids);
  for (let i = 0; i < looks; i += 1) {
    await emptyExchange(line);
    await look(db, buyer, ids);
  }
}

async function emptyExchange(line: Connection): Promise<void> {
  await line.post('/', 'text/plain', '');
}

/** As long as a gateway's message, with keys of the same strength. */
const MESSAGE = randomBytes(700);
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A request and its answer, each signed by one side and verified by the other. */
async function signedBothWays(): Promise<void> {
  await signedOnce();
  await signedOnce();
}

async function signedOnce(): Promise<void> {
  const signature = await signBytes(MESSAGE, KEYS.privateKey);
  if (!isSignedBy(MESSAGE, signature, KEYS.publicKey)) throw new Error('a wrong signature');
}
