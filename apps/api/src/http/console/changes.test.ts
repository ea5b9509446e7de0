import { change, type Change } from '@webpay/contract/console/change-calls';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { createWatcher } from '../../domain/console/changes/watcher.ts';
import { drainApp } from '../drain.ts';
import { consoleApp, sender } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
const { built, pool } = await builtShop(6);
const ctx: Ctx = {
  ...built.ctx,
  config: { ...built.ctx.config, waitScale: { ...built.ctx.config.waitScale, pauses: 0.02 } },
};
let app: FastifyInstance;
let url = '';

async function served(): Promise<{ app: FastifyInstance; url: string }> {
  const made = await consoleApp(ctx, dist);
  return { app: made, url: await made.listen({ host: '127.0.0.1', port: 0 }) };
}

beforeAll(async () => {
  ({ app, url } = await served());
});
afterAll(() => drainApp(app, 0));

type Stream = {
  readonly status: number;
  readonly body: () => Promise<unknown>;
  /** Reads until a message fits. */
  readonly until: (fits: (told: Change) => boolean) => Promise<{ id: string; told: Change }>;
  /** Reads to the end. */
  readonly ended: () => Promise<true>;
  readonly leave: () => void;
  readonly all: string[];
};

async function listen(token: string, { at = url, query = '', last = '' } = {}): Promise<Stream> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(`${at}/console/api/v1/changes${query}`, {
    headers: { cookie: `console=${token}`, ...(last === '' ? {} : { 'last-event-id': last }) },
    signal: stop.signal,
  });
  const reader =
    answer.status === 200
      ? answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      : undefined;
  const all: string[] = [];
  let rest = '';
  const next = async (): Promise<string | null> => {
    while (!rest.includes('\n\n')) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return null;
      rest += value;
    }
    const [message = '', ...others] = rest.split('\n\n');
    rest = others.join('\n\n');
    all.push(message);
    return message;
  };
  return {
    status: answer.status,
    body: () => answer.json(),
    all,
    leave: () => stop.abort(),
    until: async (fits) => {
      for (;;) {
        const message = await next();
        if (message === null) throw new Error('the stream ended');
        const [, id = '', data = ''] = /^id: (.+)\ndata: (.+)$/.exec(message) ?? [];
        if (data === '') continue;
        const told = v.parse(change, JSON.parse(data));
        if (fits(told)) return { id, told };
      }
    },
    ended: async () => {
      for (;;) if ((await next()) === null) return true;
    },
  };
}

/** Moves an order: a row in its history. */
async function move(orderId: string): Promise<void> {
  await pool.query(
    `insert into order_events (order_id, at, source, event) values ($1, now(), 'worker', 'mail_delivered')`,
    [orderId],
  );
}

describe('the stream of changes', () => {
  it('tells first that pages read again, then counts, then the id of an order that moved, and no more of it', async () => {
    const order = await paidOrder(pool);
    const stream = await listen(await consoleToken(ctx, 'support'));
    const { told } = await stream.until(({ is_whole: isWhole }) => !isWhole);
    expect(told.counts).toEqual({
      requests: 0,
      unresolved: 0,
      deliveries: 0,
      refunds: 0,
      alarms: 0,
    });
    await move(order.orderId);
    await stream.until(({ orders }) => orders.includes(order.orderId));
    expect(stream.all.join()).not.toMatch(/cid|Test|S01|lang/);
  });

  it('tells an event that was committed after a later one', async () => {
    const [first, second] = [await paidOrder(pool), await paidOrder(pool)];
    const stream = await listen(await consoleToken(ctx, 'support'));
    await stream.until(({ is_whole: isWhole }) => !isWhole);
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into order_events (order_id, at, source, event) values ($1, now(), 'worker', 'mail_delivered')`,
      [first.orderId],
    );
    await move(second.orderId);
    await stream.until(({ orders }) => orders.includes(second.orderId));
    await slow.query('commit');
    slow.release();
    const { told } = await stream.until(({ orders }) => orders.includes(first.orderId));
    expect(told.is_whole).toBe(true);
  });

  it('tells a page that comes back what moved meanwhile, and one that was away too long to read all again', async () => {
    const order = await paidOrder(pool);
    const token = await consoleToken(ctx, 'support');
    const before = await listen(token);
    const { id } = await before.until(({ is_whole: isWhole }) => !isWhole);
    before.leave();
    await move(order.orderId);
    const after = await listen(token, { last: id });
    const { told } = await after.until(({ orders }) => orders.includes(order.orderId));
    expect(told.is_whole).toBe(true);
    await pool.query(
      `insert into order_events (order_id, at, source, event)
        select $1, now(), 'worker', 'mail_delivered' from generate_series(1, 1100)`,
      [order.orderId],
    );
    const late = await listen(token, { last: id });
    await late.until(({ is_whole: isWhole }) => !isWhole);
  });

  it('tells nothing of projects that the operator does not see', async () => {
    const [unseen, seen] = [await paidOrder(pool), await paidOrder(pool)];
    await pool.query(
      `with player as (insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
          values ('dr2', '1', 'scope', '1', 'S', 'N', 1, now()) returning id)
        update orders set project = 'dr2', player_id = (select id from player) where id = $1`,
      [seen.orderId],
    );
    const token = await consoleToken(ctx, 'finance');
    const stream = await listen(token, { query: '?project=dr2' });
    await stream.until(({ is_whole: isWhole }) => !isWhole);
    await move(unseen.orderId);
    await move(seen.orderId);
    await stream.until(({ orders }) => orders.includes(seen.orderId));
    expect(stream.all.join()).not.toContain(unseen.orderId);
  });

  it.each([
    [
      'at a sign-out',
      async (token: string) => {
        await sender(app)('/sign-out', { method: 'POST', token });
      },
    ],
    [
      'when the roles of the operator change',
      async () => {
        await pool.query(
          `update operators set roles = '{support,finance}' where name = 'sandbox-liveops'`,
        );
      },
    ],
    [
      'when the session was idle for too long, because listening does not keep it open',
      async () => {
        await pool.query(
          `update operator_sessions set seen_at = now() - interval '31 minutes'
            where operator_id = (select id from operators where name = 'sandbox-liveops')`,
        );
      },
    ],
  ])('ends %s', async (_, change) => {
    const token = await consoleToken(ctx, 'liveops');
    const stream = await listen(token);
    await stream.until(({ is_whole: isWhole }) => !isWhole);
    await change(token);
    expect(await stream.ended()).toBe(true);
  });

  it('is refused for the fifth page of an operator, and opens again once another page has left', async () => {
    const token = await consoleToken(ctx, 'admin');
    const open = [];
    for (let n = 0; n < 4; n += 1) open.push(await listen(token));
    const fifth = await listen(token);
    expect(fifth.status).toBe(429);
    expect(await fifth.body()).toMatchObject({ code: 'too_many_streams' });
    open[0]?.leave();
    await expect.poll(async () => (await listen(token)).status).toBe(200);
  });

  it('ends at once when the console stops, which then refuses further ones', async () => {
    const token = await consoleToken(ctx, 'auditor');
    const own = await served();
    const stream = await listen(token, { at: own.url });
    await stream.until(({ is_whole: isWhole }) => !isWhole);
    const closed = own.app.close();
    expect(await stream.ended()).toBe(true);
    await closed;
  });
});

it('without a listener the watcher asks the database nothing', async () => {
  let asked = 0;
  let underWay = 0;
  const many: Ctx['db']['many'] = async (...question) => {
    asked += 1;
    underWay += 1;
    try {
      return await ctx.db.many(...question);
    } finally {
      underWay -= 1;
    }
  };
  const counting: Ctx = { ...ctx, db: { ...ctx.db, many } };
  const watcher = createWatcher(counting);
  let told = 0;
  const leave = watcher.join(
    {
      sessionId: 'unknown',
      rights: '',
      projects: null,
      tell: () => undefined,
      end: () => {
        told += 1;
      },
    },
    null,
  );
  // An unknown session ends in the first turn, and the watcher rests.
  await expect.poll(() => told).toBe(1);
  leave();
  // The questions of one turn follow each other without a pause.
  await expect.poll(() => underWay).toBe(0);
  const atRest = asked;
  await passTurns();
  expect(asked).toBe(atRest);
});

/** Twenty turns of the watcher. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setTimeout(next, 5));
}
