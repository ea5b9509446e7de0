import { randomBytes } from 'node:crypto';
import type { GameCall, GameNotice, Purchase } from '@webpay/contract/game-shapes';
import type { Outside } from '../../platform/http-client/exchange.ts';
import { callGame, type CheckedGame, type Forgery, type GameAnswer } from './call-game.ts';

/** One finding about a game; `note`: a fault that costs no money. */
export type Finding = {
  readonly outcome: 'ok' | 'failed' | 'note';
  readonly sentence: string;
};

/** Longer answers make players wait; the shop waits for ten seconds. */
const SLOW_MS = 2_000;
const AT_ONCE = 5;
const PURCHASE: Purchase = {
  order_id: 'check',
  order_no: 'WP-2222-2222-2',
  products: [{ product_id: 'check', count: 1 }],
  price: { amount: '0.99', currency: 'USD' },
  paid_at: Date.UTC(2026, 0, 1),
  test: true,
};

const NOTICE: Omit<GameNotice, 'notice_id'> = {
  kind: 'refund',
  order_id: PURCHASE.order_id,
  order_no: PURCHASE.order_no,
  products: PURCHASE.products,
  price: PURCHASE.price,
  amount: PURCHASE.price,
  total: PURCHASE.price,
  at: PURCHASE.paid_at,
  test: true,
};

/**
 * Checks that a game answers the shop's calls by contract §6: about twenty calls, of which three put a mail without goods into
 * the character's mailbox. @returns findings in the order of the checks
 */
export async function checkGame(outside: Outside, game: CheckedGame): Promise<Finding[]> {
  const findings: Finding[] = [];
  const slowest = { ms: 0 };
  const { serverId, cid, missingCid } = game;
  const add = (outcome: Finding['outcome'], sentence: string) =>
    void findings.push({ outcome, sentence });
  const ask = async (
    call: GameCall,
    params: readonly unknown[],
    forgery?: Forgery,
  ): Promise<GameAnswer> => {
    const answer = await callGame(outside, game, call, params, forgery);
    if ('ms' in answer) slowest.ms = Math.max(slowest.ms, answer.ms);
    return answer;
  };

  const found = await ask('role', [serverId, cid]);
  const name = 'code' in found ? found.result['name'] : undefined;
  if (!('code' in found) || found.code !== 200) {
    add('failed', `/role of ${cid} on ${serverId}: ${said(found)}, not code 200.`);
    // Without a first answer every further sentence would say the same.
    return findings;
  }
  if (typeof name !== 'string' || name === '')
    add('failed', `/role of ${cid}: result.name is no text. Players see it before they pay.`);
  else add('ok', `finds ${cid} on ${serverId}: ${name}`);
  const level = found.result['level'];
  if (level !== undefined && !Number.isSafeInteger(level))
    add('note', '/role: result.level is no whole number, so the shop shows level 1.');

  const missing = await ask('role', [serverId, missingCid]);
  expectCode(missing, [404], `/role of ${missingCid}, which does not exist`, 'knows a missing id');
  const elsewhere = await ask('role', ['no-such-server', cid]);
  expectCode(elsewhere, [404, 422], '/role on the server "no-such-server"', 'knows its servers');

  const forged: readonly (readonly [string, Forgery])[] = [
    ['without x-signature', { isUnsigned: true }],
    ['signed with another key', { key: `${game.key}x` }],
    [
      'changed after it was signed',
      { changed: (body) => body.replace('unixtime=1', 'unixtime=2') },
    ],
  ];
  for (const [fault, forgery] of forged) {
    expectRefused(await ask('role', [serverId, cid], forgery), `/role ${fault}`);
    expectRefused(await ask('mail', letter(cid, newKey()), forgery), `/mail ${fault}`);
  }

  const key = newKey();
  const sent = await ask('mail', letter(cid, key));
  expectCode(sent, [200], '/mail without goods', 'takes a mail');
  if ('code' in sent && sent.code === 200) {
    expectSame([sent, await ask('mail', letter(cid, key))], 'a mail sent again');
    const together = newKey();
    const all = Array.from({ length: AT_ONCE }, async () => ask('mail', letter(cid, together)));
    expectSame(await Promise.all(all), `a mail sent ${AT_ONCE} times at once`);
    const bought = await ask('mail', [...letter(cid, newKey()), PURCHASE]);
    expectCode(bought, [200], '/mail with its purchase as seventh parameter', 'takes a purchase');
    const nowhere = await ask('mail', letter(missingCid, newKey()));
    expectCode(
      nowhere,
      [404],
      `/mail to ${missingCid}, which does not exist`,
      'refuses a mail to nobody',
    );
  }
  if (game.hasNotices === true) await checkNotices();
  if (slowest.ms > SLOW_MS)
    add('note', `The slowest answer took ${slowest.ms} ms: players wait for it.`);
  return findings;

  async function checkNotices(): Promise<void> {
    const notice = () => [serverId, cid, { ...NOTICE, notice_id: `refund:${newKey()}` }];
    for (const [fault, forgery] of forged) {
      expectRefused(await ask('notice', notice(), forgery), `/notice ${fault}`);
    }
    const told = notice();
    const heard = await ask('notice', told);
    expectCode(heard, [200], '/notice of a refund', 'hears of a refund');
    if ('code' in heard && heard.code === 200)
      expectSame([heard, await ask('notice', told)], 'a notice sent again', 'record_id');
  }

  function letter(to: string, mailKey: string): readonly unknown[] {
    const title = 'WebPay check · 점검 · சோதனை';
    return [
      serverId,
      to,
      mailKey,
      title,
      `No goods: a check of the shop’s calls.\n\n${mailKey}`,
      [],
    ];
  }

  function expectCode(answer: GameAnswer, codes: number[], call: string, ok: string): void {
    if ('code' in answer && codes.includes(answer.code)) add('ok', ok);
    else add('failed', `${call}: ${said(answer)}, not code ${codes.join(' or ')}.`);
  }

  function expectRefused(answer: GameAnswer, call: string): void {
    const isRefused = 'code' in answer && (answer.code === 401 || answer.code === 403);
    if (isRefused) add('ok', `refuses ${call}`);
    else add('failed', `${call}: ${said(answer)}, not code 401. Anyone could call this game.`);
  }

  function expectSame(
    answers: readonly GameAnswer[],
    what: string,
    id: 'mail_id' | 'record_id' = 'mail_id',
  ): void {
    const wrong = answers.find((each) => !('code' in each) || each.code !== 200);
    if (wrong !== undefined) return add('failed', `${what}: ${said(wrong)}, not code 200 again.`);
    const ids = answers.map((each) => ('code' in each ? each.result[id] : undefined));
    if (ids.every((id) => id === undefined))
      return add(
        'note',
        `${what} is taken. Without result.${id} this check cannot see whether the game has it once: look.`,
      );
    if (new Set(ids.map(String)).size > 1)
      return add('failed', `${what} has several ${id}s (${ids.join(', ')}): ${TWICE[id]}`);
    add('ok', `takes ${what} once`);
  }
}

const TWICE = {
  mail_id: 'players would get goods twice.',
  record_id: 'goods would be taken back twice.',
} as const;

function said(answer: GameAnswer): string {
  return 'code' in answer ? `code ${answer.code}` : answer.problem;
}

const newKey = (): string => `code:check-${randomBytes(9).toString('base64url')}`;
