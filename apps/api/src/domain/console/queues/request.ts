import type { ConsoleResult } from '@webpay/contract/console/calls';
import { isLanguage, type Language } from '@webpay/contract/languages';
import type { Ctx } from '../../../context.ts';
import { explainOrder } from '../explain-order.ts';
import { inEnglish } from '../names.ts';
import { findHead, taxOf } from '../order-file.ts';
import { leftOf, mainPayment, type OrderFacts } from '../order-facts.ts';
import { moneyOf } from '../order-money.ts';
import { orderRows } from '../order-rows.ts';
import { readFacts } from '../read-facts.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { isGiven } from '../steps.ts';
import { readyAnswers } from './ready-answers.ts';
import { requestToRead } from './request-queries.ts';
import { requestRow } from './requests.ts';

/**
 * One request with its order, the money that is left, ready answers and the servers of its project.
 * @returns null: there is none, or the operator does not see its project
 */
export async function readRequest(
  ctx: Ctx,
  operator: Sees,
  { id: requestId }: { readonly id: string },
): Promise<ConsoleResult<'request'> | null> {
  const read = await ctx.db.transaction(
    async (tx) => {
      const row = await tx.maybe(requestToRead, { requestId, projects: scopeOf(operator) });
      const head = row === null ? null : await findHead(tx, operator, row.order_id);
      if (row === null || head === null) return null;
      return { row, head, ...(await readFacts(ctx, tx, head)) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
  if (read === null) return null;
  const { row, head, facts, payments } = read;
  const [order] = await orderRows(ctx, [row.order_id]);
  if (order === undefined) return null;
  return {
    ...requestRow(row, order),
    order,
    explain: explainOrder(facts),
    money: moneyOf(facts, taxOf(ctx, facts, head, payments)),
    left: leftOfOrder(facts),
    is_given: isGiven(facts),
    answers: readyAnswers(row.kind, languageOf(row.lang)),
    servers: serversOf(ctx, head.project),
    now: facts.now,
  };
}

/** An order keeps the language of its player; one that the shop does not speak any more is English. */
const languageOf = (lang: string): Language => (isLanguage(lang) ? lang : 'en');

/** The sum that an approval refunds: all that is left of the payment that bought the goods. */
function leftOfOrder(facts: OrderFacts): ConsoleResult<'request'>['left'] {
  const main = mainPayment(facts);
  if (main === null || main.isOverpayment) return null;
  const minor = leftOf(main);
  return minor > 0 ? { minor, currency: main.currency } : null;
}

function serversOf(ctx: Ctx, project: string): ConsoleResult<'request'>['servers'] {
  const servers = ctx.catalogue.project(project)?.servers.values() ?? [];
  return [...servers].map((server) => ({
    id: server.server_id,
    name: inEnglish(ctx, project, server.name),
  }));
}
