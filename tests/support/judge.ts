import { toMinor } from '@webpay/contract/money';
import type pg from 'pg';
import { mailsOf } from './shopper.ts';
import type { TestEnvironment } from './environment.ts';
import { ALWAYS, AT_THE_END, OUTSIDE, type Rule } from './judge-rules.ts';

/** Statements of the gateways and mailboxes of the games; amounts in minor units. */
export type Outside = {
  readonly captures: readonly {
    readonly provider: string;
    readonly attempt: string;
    readonly minor: number;
    readonly currency: string;
  }[];
  readonly refunds: readonly {
    readonly provider: string;
    readonly refund: string | null;
    readonly attempt: string;
    readonly minor: number;
    readonly currency: string;
  }[];
  /** Delivery ids in the mailboxes of all characters with orders. */
  readonly mails: readonly { readonly delivery: string }[];
  /** Number of mails with a delivery id that the games accepted. */
  readonly mails_given: number;
  /** Attempts whose messages may stay in quarantine, because a test forged them. */
  readonly falsely_reported: readonly string[];
};

export type Verdict = {
  readonly wrong: readonly string[];
  readonly captures: Readonly<Record<'delivered' | 'refunded' | 'lost', number>>;
  /** Minor units moved at each gateway, by currency. */
  readonly moved: readonly {
    readonly provider: string;
    readonly currency: string;
    readonly captured: number;
    readonly refunded: number;
    readonly lost: number;
  }[];
  readonly orders: Readonly<Record<string, number>>;
};

const SHOWN_PER_RULE = 5;

/** Violations of the rules that hold at every moment. */
export async function violations(pool: pg.Pool): Promise<string[]> {
  return broken(ALWAYS, (text) => pool.query<{ what: string }>(text));
}

/** Compares the shop's rows and ledger with the external facts, once all work has ended. */
export async function judge(pool: pg.Pool, outside: Outside): Promise<Verdict> {
  const ask = <Row extends pg.QueryResultRow>(text: string) =>
    pool.query<Row>(OUTSIDE + text, [JSON.stringify(outside)]);
  const ends = await ask<{ ends: keyof Verdict['captures']; n: number }>(
    'select ends, count(*)::int4 as n from paid where ends is not null group by 1',
  );
  const moved = await ask<Verdict['moved'][number]>(
    `select provider, currency, coalesce(sum(minor) filter (where kind = 'capture'), 0)::float8 as captured,
      coalesce(sum(minor) filter (where kind = 'refund_done'), 0)::float8 as refunded,
      coalesce(sum(minor) filter (where kind = 'chargeback_lost'), 0)::float8 as lost
    from moved group by 1, 2 order by 1, 2`,
  );
  const orders = await pool.query<{ state: string; n: number }>(
    'select state, count(*)::int4 as n from orders group by 1 order by 1',
  );
  return {
    wrong: [...(await violations(pool)), ...(await broken(AT_THE_END, ask<{ what: string }>))],
    captures: {
      delivered: 0,
      refunded: 0,
      lost: 0,
      ...Object.fromEntries(ends.rows.map((each) => [each.ends, each.n])),
    },
    moved: moved.rows,
    orders: Object.fromEntries(orders.rows.map(({ state, n }) => [state, n])),
  };
}

async function broken(
  rules: readonly Rule[],
  ask: (text: string) => Promise<pg.QueryResult<{ what: string }>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, finds] of rules) {
    const { rows } = await ask(finds);
    found.push(...rows.slice(0, SHOWN_PER_RULE).map(({ what }) => `broken: ${rule} (${what})`));
  }
  return found;
}

type Money = { readonly provider: string; readonly amount: string; readonly currency: string };
type Statement = {
  readonly captures: readonly (Money & { readonly out_trade_no: string })[];
  readonly refunds: readonly (Money & {
    readonly out_refund_no: string | null;
    readonly out_trade_no: string;
  })[];
  readonly mails: number;
};

/** Reads the sandbox's statement and the mailbox of every character with an order. */
export async function readOutside(
  environment: Pick<TestEnvironment, 'url' | 'sandboxUrl'>,
  pool: pg.Pool,
  falselyReported: Iterable<string> = [],
): Promise<Outside> {
  const response = await fetch(`${environment.sandboxUrl}/statement`);
  // Verified edge: the sandbox's tests check this shape (contract §6).
  const { captures, refunds, mails: given } = (await response.json()) as Statement;
  const { rows: characters } = await pool.query<{ gameId: string; serverId: string; cid: string }>(
    `select distinct p.game_id as "gameId", o.recipient ->> 'server_id' as "serverId", o.recipient ->> 'cid' as cid
      from orders o join projects p on p.code = o.project`,
  );
  const mails: { delivery: string }[] = [];
  for (const character of characters) {
    for (const { delivery_id: delivery } of await mailsOf(environment, character)) {
      if (delivery !== null) mails.push({ delivery });
    }
  }
  return {
    captures: captures.map((each) => ({
      provider: each.provider,
      attempt: each.out_trade_no,
      minor: toMinor(each),
      currency: each.currency,
    })),
    refunds: refunds.map((each) => ({
      provider: each.provider,
      refund: each.out_refund_no,
      attempt: each.out_trade_no,
      minor: toMinor(each),
      currency: each.currency,
    })),
    mails,
    mails_given: given,
    falsely_reported: [...falselyReported],
  };
}
