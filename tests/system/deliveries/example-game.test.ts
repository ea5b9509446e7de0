import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GAME_CALLS, type GameCall } from '@webpay/contract/game-shapes';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkGame } from '../../../apps/api/src/games/check/check-game.ts';
import { REAL_OUTSIDE, type Outside } from '../../../apps/api/src/platform/http-client/exchange.ts';
import type { TestShop } from '../../support/environment.ts';
import {
  EXAMPLE_KEY,
  startExampleGame,
  type Fault,
  type Said,
} from '../../support/example-game.ts';
import { startInProcess } from '../../support/in-process.ts';
import { gamesFile } from '../../support/played-game.ts';
import { CARDS, createShopper, MINIFLIX } from '../../support/shopper.ts';
import { TEMPLATES } from '../../support/templates.ts';
import { blankDatabase, removeDatabase } from '../../support/test-database.ts';

const SERVER = '101';
const CID = '1234567';
let example: Awaited<ReturnType<typeof startExampleGame>>;

beforeAll(async () => {
  example = await startExampleGame(`${SERVER}/${CID}`);
});
beforeEach(() => example.play());
afterAll(() => example?.stop());

const checked = () => ({
  address: example.url,
  key: EXAMPLE_KEY,
  channelid: 'webpay',
  vc: '1',
  serverId: SERVER,
  cid: CID,
  missingCid: '9999999',
  hasNotices: true,
});

/** The real network, timed by a clock of the test: a busy machine answers late, which is no fault of the game. */
function timedOutside(msPerReading: number): Outside {
  let time = Date.now();
  return { ...REAL_OUTSIDE, now: () => (time += msPerReading), deadlineScale: 6 };
}
const says = (code: number, result: unknown = null): Said => ({
  status: 200,
  text: JSON.stringify({ code, result }),
});

describe('the check of a game', () => {
  it('finds no fault in the example', async () => {
    const findings = await checkGame(timedOutside(0), checked());
    expect(findings.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    expect(findings).toHaveLength(19);
  });

  it('notes that players wait for a slow answer', async () => {
    const findings = await checkGame(timedOutside(2_001), { ...checked(), hasNotices: false });
    expect(findings.at(-1)?.sentence).toContain('players wait for it');
  });

  let mails = 0;
  const FAULTS: readonly (readonly [string, string, Fault])[] = [
    [
      'gives a mail twice',
      'players would get goods twice',
      ({ call }, said) =>
        call === 'mail' && said.text.includes('200')
          ? says(200, { mail_id: `N${(mails += 1)}` })
          : said,
    ],
    [
      'acts on a notice twice',
      'goods would be taken back twice',
      ({ call }, said) =>
        call === 'notice' && said.text.includes('200')
          ? says(200, { record_id: `N${(mails += 1)}` })
          : said,
    ],
    [
      'has no route for notices',
      '/notice of a refund: HTTP 404 without a JSON object',
      ({ call }, said) =>
        call === 'notice' && said.text.includes('200') ? { status: 404, text: 'no route' } : said,
    ],
    [
      'checks no signature',
      'Anyone could call this game',
      (_, said) => (said.text.includes('401') ? says(200, { name: 'Nova', mail_id: 'M' }) : said),
    ],
    [
      'knows every character',
      '9999999, which does not exist: code 200, not code 404',
      (_, said) => (said.text.includes('404') ? says(200, { name: 'Nova', mail_id: 'M' }) : said),
    ],
    [
      'answers with a page',
      'HTTP 502 without a JSON object',
      () => ({ status: 502, text: '<h1>Bad gateway</h1>' }),
    ],
    [
      'names no character',
      'result.name is no text',
      ({ call }, said) => (call === 'role' && said.text.includes('200') ? says(200, {}) : said),
    ],
    [
      'refuses a purchase in a mail',
      'its purchase as seventh parameter: code 422',
      ({ params }, said) => (Array.isArray(params) && params.length === 7 ? says(422) : said),
    ],
    [
      'numbers no mail',
      'Without result.mail_id',
      ({ call }, said) => (call === 'mail' && said.text.includes('200') ? says(200, {}) : said),
    ],
  ];

  it.each(FAULTS)('names the fault of a game that %s', async (_name, sentence, fault) => {
    example.play(fault);
    const findings = await checkGame(timedOutside(0), checked());
    const told = findings.filter(({ outcome }) => outcome !== 'ok').map((each) => each.sentence);
    expect(told.join('\n')).toContain(sentence);
  });
});

describe('a shop that sells for the example', () => {
  let folder: string;
  let database: string;
  let shop: TestShop;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'webpay-example-'));
    const file = path.join(folder, 'games.json');
    const games = await gamesFile(file, MINIFLIX.gameId, example.url, EXAMPLE_KEY);
    database = await blankDatabase(TEMPLATES.seeded);
    shop = await startInProcess({ databaseUrl: database, env: { GAMES_FILE: games } });
  });

  afterAll(async () => {
    await shop?.stop();
    await removeDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  it('[C15] tells the game the order of a mail, in calls of the published shapes', async () => {
    const since = example.heard.length;
    const shopper = await createShopper(shop, { ...MINIFLIX, cid: CID });
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    const order = await shopper.until(
      opened.token,
      ({ delivery }) => delivery.state === 'delivered',
    );
    const heard = example.heard.slice(since);
    for (const { call, params } of heard) {
      // Verified edge: the example answers these calls alone.
      expect(v.is(GAME_CALLS[call as GameCall].params, params), JSON.stringify(params)).toBe(true);
    }
    const line = () => example.lines.find((each) => each.includes(order.order_no)) ?? 'null';
    // The game's output comes another way than its answer.
    await expect
      .poll(() => JSON.parse(line().replace('mail ', '')) as unknown)
      .toMatchObject({
        cid: CID,
        purchase: {
          order_no: order.order_no,
          products: order.items.map(({ product_id, count }) => ({ product_id, count })),
          price: order.total,
          test: true,
        },
      });
  });
});
