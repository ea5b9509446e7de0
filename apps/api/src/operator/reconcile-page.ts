import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../context.ts';
import { balances } from '../domain/ledger/queries.ts';
import { owedPayments } from '../domain/refunds/queries.ts';
import { sum, wayBack } from './resolve-words.ts';

/** Where money stands, and whose it is that is owed while nothing brings it back; `owed` counts those payments. */
export async function moneyStands(
  ctx: Ctx,
): Promise<{ readonly lines: readonly string[]; readonly owed: number }> {
  const owed = await ctx.db.many(owedPayments);
  const lines = ['Where money stands (+ came to the account, - left it):'];
  for (const { account, currency, signed_minor } of await ctx.db.many(balances)) {
    lines.push(`  ${account} ${fromMinor(signed_minor, currency).amount} ${currency}`);
    if (account !== 'owed_to_players') continue;
    for (const each of owed.filter((one) => one.currency === currency)) {
      lines.push(
        `    order ${each.order_id}: ${sum(each.owed_minor, currency)} of ${each.id}, ${each.why}, nothing is under way → ${wayBack(each)}`,
      );
    }
  }
  return { lines, owed: owed.length };
}
