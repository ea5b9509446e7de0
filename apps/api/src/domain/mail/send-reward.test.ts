import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { Mail, MailAnswer } from '../../games/port.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { giveReward } from '../events/give-reward.ts';
import { findDueMails } from './find-due.ts';
import { takeMail } from './queries.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { sendMail } from './send-mail.ts';

const { built, db, pool } = await builtShop(4);

const DAY_MS = 86_400_000;

/** The shop `afterMs` from now, with a game that gives this answer and records its mails. */
function shopAt(answer: MailAnswer, afterMs = 0): Ctx & { readonly sent: Mail[] } {
  const { ctx } = built;
  const sent: Mail[] = [];
  const real = () => new Date(Date.now() + afterMs);
  return {
    ...ctx,
    sent,
    clock: { ...ctx.clock, real },
    games: {
      ...ctx.games,
      sendMail: async (_, mail) => {
        sent.push(mail);
        return answer;
      },
    },
  };
}

let players = 0;

/** A due reward of a new player. */
async function reward(
  of: { readonly serverId?: string; readonly mail?: 'reward' | 'ends_soon' } = {},
): Promise<string> {
  players += 1;
  const made = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', $1, $2, '1', 'S01', 'Ada {event} $&', 1, now()) returning id`,
    [of.serverId ?? '112', `77${players}`],
  );
  const playerId = made.rows[0]?.id ?? 0;
  const mail = of.mail ?? 'reward';
  const gem = { item_id: 'gem', name: { en: 'Gems', de: 'Juwelen' }, image: '' };
  const bolt = { item_id: 'bolt', name: { en: 'Bolt', de: 'Blitz' }, count: 1, image: '' };
  await giveReward(built.ctx, db, {
    playerId,
    eventId: 'cumulation-1',
    kind: 'points',
    taskId: 'points-500',
    day: '2026-11-01',
    goal: 500,
    lang: 'de',
    mail,
    eventTitle: { en: 'Festival', de: 'Fest' },
    items: mail === 'reward' ? [{ ...gem, count: 30 }, bolt, { ...gem, count: 12 }] : [],
  });
  const { rows } = await pool.query<{ id: string }>(`select id from rewards where player_id = $1`, [
    playerId,
  ]);
  return rows[0]?.id ?? '';
}

async function rowOf(id: string) {
  const { rows } = await pool.query<{
    readonly state: string;
    readonly reason: string | null;
    readonly attempts: number;
    readonly why: string | null;
    readonly waits_ms: number;
  }>(
    `select state, reason, attempts, refused_why as why,
      (extract(epoch from next_attempt_at - now()) * 1000)::float8 as waits_ms
      from rewards join outbox_mails using (id) where id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no reward ${id}`);
  return row;
}

async function alerts(): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === 'reward_rejected')?.value ?? 0;
}

const killWorker = (id: string) =>
  pool.query(`update outbox_mails set lease_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);

describe('[F09] the mail of a reward', () => {
  it('[F15] goes to its character in its language, with items summed by id', async () => {
    const id = await reward();
    const shop = shopAt({ kind: 'sent', mailId: 'M1' });
    await sendMail(shop, id);
    await sendMail(shop, id);
    expect(shop.sent).toHaveLength(1);
    const [mail] = shop.sent;
    expect(mail).toMatchObject({ serverId: '112', cid: `77${players}`, key: `claim:${id}` });
    expect(mail?.items).toEqual([
      { item_id: 'gem', name: 'Juwelen', count: 42 },
      { item_id: 'bolt', name: 'Blitz', count: 1 },
    ]);
    expect(mail?.body).toContain('Juwelen × 42\nBlitz × 1');
    expect(mail?.body).toContain('Fest');
    expect(mail?.body).toContain('Ada {event} $&');
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reason: null, attempts: 1 });
  });

  it('[F11] carries no items as a reminder', async () => {
    const id = await reward({ mail: 'ends_soon' });
    const shop = shopAt({ kind: 'sent', mailId: 'M2' });
    await sendMail(shop, id);
    expect(shop.sent[0]).toMatchObject({ items: [], key: `claim:${id}` });
    expect(shop.sent[0]?.title).toContain('Fest');
  });

  it('waits as long after an attempt as a purchase does, whatever workers died', async () => {
    const id = await reward();
    for (let killed = 0; killed < 9; killed += 1) {
      expect(
        await db.maybe(takeMail, { id, realNow: new Date(), now: new Date(), accounts: [] }),
      ).not.toBeNull();
      expect(
        await db.maybe(takeMail, { id, realNow: new Date(), now: new Date(), accounts: [] }),
      ).toBeNull();
      await killWorker(id);
    }
    await sendMail(shopAt({ kind: 'maintenance' }), id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'retrying', reason: 'maintenance', attempts: 10 });
    expect(row.waits_ms).toBeLessThan(60_000);
  });

  it.each(['mailbox_full', 'maintenance'] as const)(
    'is retried for seven days on %s, then raises an alert',
    async (kind) => {
      const id = await reward();
      const before = await alerts();
      await sendMail(shopAt({ kind }, 6.9 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'retrying', reason: kind });
      expect(await alerts()).toBe(before);
      await sendMail(shopAt({ kind }, 7.1 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: null, why: kind });
      expect(await alerts()).toBe(before + 1);
    },
  );

  it('is parked when its game was silent for seven days, and settled by an operator (14.3)', async () => {
    const silent = { kind: 'silent', why: 'no answer in time' } as const;
    const given = await reward();
    const missing = await reward();
    const before = await alerts();
    for (const id of [given, missing]) {
      await sendMail(shopAt(silent, 7.1 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'retrying', reason: 'error', why: null });
    }
    expect(await alerts()).toBe(before);
    const settle = (id: string, as: string) =>
      runResolve(built.ctx, ['settle', id, as, '--because', 'the game says so']);
    await settle(given, '--delivered');
    expect(await rowOf(given)).toMatchObject({ state: 'delivered', reason: null });
    await settle(missing, '--undelivered');
    expect(await rowOf(missing)).toMatchObject({ state: 'rejected', why: 'the game says so' });
    const reminder = await reward({ mail: 'ends_soon' });
    await pool.query(`update outbox_mails set kind = 'reminder' where id = $1`, [reminder]);
    await sendMail(shopAt(silent, 7.1 * DAY_MS), reminder);
    expect(await rowOf(reminder)).toMatchObject({ state: 'rejected' });
  });

  it('is never sent again after a final refusal, which raises an alert', async () => {
    const id = await reward();
    const before = await alerts();
    await sendMail(shopAt({ kind: 'rejected', why: 'no such item' }), id);
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', why: 'no such item' });
    const again = shopAt({ kind: 'sent', mailId: 'M3' }, 30 * DAY_MS);
    await sendMail(again, id);
    expect(again.sent).toEqual([]);
    expect(await alerts()).toBe(before + 1);
  });

  it('[F15] waits per game and server: maintenance on one delays no other', async () => {
    for (let made = 0; made < 9; made += 1) await reward({ serverId: '113' });
    const free = await reward({ serverId: '114' });
    const { ctx } = built;
    const dueWhen = async (openServer: string) => {
      const games: Ctx['games'] = {
        ...ctx.games,
        mailState: (_, server) => (server === openServer ? 'open' : 'closed'),
      };
      const due = await findDueMails({ ...ctx, games }, () => 7);
      const { rows } = await pool.query<{ id: string; server_id: string }>(
        `select id, server_id from rewards where id = any($1)`,
        [due.map(({ id }) => id)],
      );
      return rows;
    };
    const at = (rows: readonly { server_id: string }[], server: string) =>
      rows.filter((row) => row.server_id === server);
    const all = await dueWhen('none');
    expect([at(all, '113').length, at(all, '114').length]).toEqual([7, 1]);
    const others = await dueWhen('113');
    expect(at(others, '113')).toEqual([]);
    expect(others).toContainEqual({ id: free, server_id: '114' });
  });
});
