import * as v from 'valibot';
import { accountsOf } from './config/merchants.ts';
import type { Ctx } from './context.ts';
import { placeOf, type Account } from './gateways/accounts.ts';
import { statement } from './platform/db/statement.ts';
import { alertOnce, type Monitored } from './platform/monitoring/alert.ts';

/** The accounts that the newest thousand lines of the books name: a bound for a start, however much was sold. */
export const accountsOfLate = statement({
  name: 'merchants.of_late',
  text: `select distinct a.provider, a.merchant
    from (select attempt_id, at from ledger_entries order by id desc limit 1000) t join payment_attempts a on a.id = t.attempt_id
    where t.at >= :since`,
  params: { since: 'timestamptz' },
  row: v.object({
    provider: v.picklist(['payermax', 'paypal']),
    merchant: v.nullable(v.string()),
  }),
});

const HOUR_MS = 3_600_000;
/** Refunds end by then, so an account may leave the configuration. */
const NEEDED_FOR_MS = 180 * 24 * HOUR_MS;

/** Raised by each process once an hour of each account: an operator puts it back, or ends its payments by hand. */
export function alertMissing(ctx: Monitored, account: Account): void {
  alertOnce(ctx, 'merchant_missing', account, HOUR_MS, placeOf(account));
}

/**
 * Says at each start what nobody can buy with: a missing gateway, and a project that the catalogue does not have. An account
 * that took money lately is missed at once: its variables may be lost, and its messages get 404.
 */
export async function reportMerchants(
  ctx: Monitored & Pick<Ctx, 'config' | 'catalogue' | 'db'>,
): Promise<void> {
  const { config, log, catalogue, clock, db } = ctx;
  for (const merchant of [null, ...config.merchants.byKey.keys()]) {
    const accounts = accountsOf(config, merchant);
    for (const provider of ['payermax', 'paypal'] as const) {
      if (accounts[provider] !== null) continue;
      log.warn({ merchant, provider }, 'a merchant has no account at a gateway');
    }
  }
  for (const [project, merchant] of config.merchants.ofProject) {
    if (catalogue.project(project) !== null) continue;
    log.warn({ merchant, project }, 'a merchant serves a project that is not in the catalogue');
  }
  const since = new Date(clock.nowMs() - NEEDED_FOR_MS);
  for (const account of await db.many(accountsOfLate, { since })) {
    if (accountsOf(config, account.merchant)[account.provider] === null) alertMissing(ctx, account);
  }
}
