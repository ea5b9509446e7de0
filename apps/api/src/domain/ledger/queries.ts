import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Signed balances; the database writes the entries (docs/decisions/0013). */
export const balances = statement({
  name: 'ledger.balances',
  text: `select account, currency, sum(signed_minor)::int8 as signed_minor
    from ledger_lines group by account, currency order by account, currency`,
  row: v.object({ account: v.string(), currency: v.string(), signed_minor: v.number() }),
});

/** Discrepancies of the ledger; no row in a sound database. */
export const ledgerDiscrepancies = statement({
  name: 'ledger.discrepancies',
  text: `select what, currency, off_minor::int8 as off_minor from ledger_discrepancies()`,
  row: v.object({ what: v.string(), currency: v.string(), off_minor: v.number() }),
});

/** Sums of the gateway accounts in a period, by project, channel and currency. */
export const settledMoney = statement({
  name: 'ledger.settled_money',
  text: `select coalesce(project, '') as project, coalesce(pay_id, provider) as channel, currency,
      count(*) filter (where kind = 'capture') as captures,
      coalesce(sum(amount_minor) filter (where kind = 'capture'), 0)::int8 as captured,
      count(*) filter (where kind in ('refund_done', 'external_refund')) as refunds,
      coalesce(sum(amount_minor) filter (where kind in ('refund_done', 'external_refund')), 0)::int8 as refunded,
      count(*) filter (where kind = 'chargeback_lost') as chargebacks,
      coalesce(-sum(signed_minor) filter (where kind in ('chargeback_lost', 'chargeback_won_back')), 0)::int8
        as charged_back,
      coalesce(sum(amount_minor) filter (where kind = 'fee'), 0)::int8 as fees,
      coalesce(sum(signed_minor) filter (where kind in ('quarantined', 'quarantine_released')), 0)::int8 as quarantined,
      sum(signed_minor)::int8 as net
    from (select *, abs(signed_minor) as amount_minor from ledger_lines where account = 'gateway') as gateway
    where at >= :from and at < :to
    group by 1, 2, 3 order by 1, 2, 3`,
  params: { from: 'timestamptz', to: 'timestamptz' },
  row: v.object({
    project: v.string(),
    channel: v.string(),
    currency: v.string(),
    captures: v.number(),
    captured: v.number(),
    refunds: v.number(),
    refunded: v.number(),
    chargebacks: v.number(),
    charged_back: v.number(),
    fees: v.number(),
    quarantined: v.number(),
    net: v.number(),
  }),
});
