import type { ConsoleResult } from '@webpay/contract/console/calls';
import { isLanguage, type Language } from '@webpay/contract/languages';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { soldItem } from '../orders/columns.ts';
import { textIn } from '../projects/texts.ts';
import { answerFacts } from './answers/answer-facts.ts';
import { answerText } from './answers/answer-text.ts';
import { findHead } from './order-file.ts';
import { goodsOfOrder, type OrderHead } from './order-queries.ts';
import { readFacts } from './read-facts.ts';
import type { Sees } from './scope.ts';

/**
 * The answer for the player about an order's cause, read in one snapshot.
 * @param input.id the order's id or its number
 * @param input.lang absent: the language of the order
 * @returns null: there is no such order, or the operator does not see its project
 */
export async function orderAnswer(
  ctx: Ctx,
  operator: Sees,
  input: { readonly id: string; readonly lang?: Language | undefined },
): Promise<ConsoleResult<'orderAnswer'> | null> {
  return ctx.db.transaction(
    async (tx) => {
      const head = await findHead(tx, operator, input.id);
      if (head === null) return null;
      const lang = input.lang ?? (isLanguage(head.lang) ? head.lang : 'en');
      const { facts } = await readFacts(ctx, tx, head);
      const { cause, named } = answerFacts(facts);
      const lines = await tx.many(goodsOfOrder, { orderId: head.id });
      const goods = lines.map((line) => goodsIn(ctx, head, line, lang));
      return { lang, text: answerText(cause, lang, { ...named, order_no: head.order_no, goods }) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** "980 Gems", "Matinee pack × 2"; a good that cannot be read by its id. */
function goodsIn(
  { catalogue }: Ctx,
  { project }: OrderHead,
  { product_id: productId, count, sold }: RowOf<typeof goodsOfOrder>,
  lang: Language,
): string {
  const parsed = v.safeParse(soldItem, sold);
  const langDefault = catalogue.project(project)?.lang_default ?? 'en';
  const name = parsed.success ? textIn(parsed.output.name, lang, langDefault) : productId;
  return count === 1 ? name : `${name} × ${count}`;
}
