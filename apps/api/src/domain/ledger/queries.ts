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

export const entriesOfOrder = statement({
  name: 'ledger.entries_of_order',
  text: `select kind, debit, credit, currency, amount_minor, attempt_id, refund_id, dispute_id
    from ledger_entries where order_id = :orderId order by id`,
  params: { orderId: 'text' },
  row: v.object({
    kind: v.string(),
    debit: v.string(),
    credit: v.string(),
    currency: v.string(),
    amount_minor: v.number(),
    attempt_id: v.nullable(v.string()),
    refund_id: v.nullable(v.string()),
    dispute_id: v.nullable(v.string()),
  }),
});

/** Books a lost dispute once, in the transaction of its end; `booked`: false for a repeat. */
export const bookChargebackLost = statement({
  name: 'ledger.chargeback_lost',
  text: `select post_chargeback_loss(:disputeId, :attemptId, :amountMinor, :at) as booked`,
  params: { disputeId: 'text', attemptId: 'text', amountMinor: 'int8', at: 'timestamptz' },
  row: v.object({ booked: v.boolean() }),
});

/** Books the opposite of a dispute's loss when it is won after all. */
export const bookChargebackWonBack = statement({
  name: 'ledger.chargeback_won_back',
  text: `select post_chargeback_won_back(:disputeId, :at) as booked`,
  params: { disputeId: 'text', at: 'timestamptz' },
  row: v.object({ booked: v.boolean() }),
});

/** Books a gateway fee once per `subject`, for example `case:PP-D-1`. */
export const bookFee = statement({
  name: 'ledger.fee',
  text: `select post_fee(:subject, :attemptId, :disputeId, :currency, :amountMinor, :at) as booked`,
  params: {
    subject: 'text',
    attemptId: 'text',
    disputeId: 'text?',
    currency: 'text',
    amountMinor: 'int8',
    at: 'timestamptz',
  },
  row: v.object({ booked: v.boolean() }),
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
