import type { Ctx } from '../context.ts';
import { recordCommand, type Command } from '../domain/actions/command-step.ts';
import { adoptFoundMoney } from '../domain/found-money/adopt.ts';
import { payBackFoundMoney } from '../domain/found-money/pay-back.ts';
import { playerOfOrder } from '../domain/actions/find-subject.ts';
import { worthOfGoods, worthOfSum } from '../domain/actions/worth.ts';
import type { FoundEnd } from '../domain/found-money/decide.ts';
import type { OrderedProduct } from '../domain/orders/price-lines.ts';
import { StartError } from '../platform/start-error.ts';
import { askingGame } from './inputs.ts';
import type { ResolveOptions } from './resolve-options.ts';
import { commandSentenceOf } from '../domain/actions/refusals.ts';
import { formatSum } from './resolve-output.ts';
import { withinLimits } from './resolve-step.ts';

const MAX_LINES = 10;

/** `npm run resolve -- adopt`: found money becomes a paid order. @returns the text to print @throws StartError */
export async function adoptFound(
  ctx: Ctx,
  command: Command,
  number: number,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const [project = '', serverId = '', cid = '', ...rest] = (options.to ?? '').split('/');
  if (project === '' || serverId === '' || cid === '' || rest.length > 0) {
    throw new StartError('--to names the character, like --to miniflix/112/12345678.');
  }
  const decision = {
    number,
    project,
    serverId,
    cid,
    products: productsOf(options.product ?? ''),
    allowOtherSum: options['allow-other-sum'],
    because,
  };
  const { orderId, recipient, amount, currency } = doneOf(
    await withinLimits(() =>
      askingGame(() =>
        adoptFoundMoney(ctx, decision, recorded(ctx, command, 'adopt_money', because)),
      ),
    ),
  );
  return `Adopted: ${formatSum(amount, currency)} paid order ${orderId}. Its goods are sent to ${recipient.name} (${recipient.server_id}/${recipient.cid}).`;
}

/** Reads `ID` or `ID:COUNT`, several with commas. @throws StartError */
function productsOf(text: string): readonly OrderedProduct[] {
  const products = text.split(',').map((each) => {
    const [, product_id, count = '1'] = /^([^\s:,]+)(?::([1-9][0-9]{0,2}))?$/.exec(each) ?? [];
    if (product_id === undefined) {
      throw new StartError(
        '--product names the goods, like --product gems-300 or gems-300:2,pack-1.',
      );
    }
    return { product_id, count: Number(count) };
  });
  const ids = new Set(products.map((each) => each.product_id));
  if (ids.size === products.length && products.length <= MAX_LINES) return products;
  throw new StartError(`--product names each product once, and at most ${MAX_LINES}.`);
}

/** `npm run resolve -- pay-back`: found money goes back to its payer. @returns the text to print @throws StartError */
export async function payBackFound(
  ctx: Ctx,
  command: Command,
  number: number,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const decision = { number, project: options.project ?? null, because };
  const done = doneOf(
    await withinLimits(() =>
      payBackFoundMoney(ctx, decision, recorded(ctx, command, 'pay_back_money', because)),
    ),
  );
  return `${formatSum(done.amount, done.currency)} will be refunded as ${done.refundId} (order ${done.orderId}).`;
}

/** The audit entry of a decision about found money, in its own transaction. */
function recorded(
  ctx: Ctx,
  command: Command,
  verb: 'adopt_money' | 'pay_back_money',
  because: string,
): FoundEnd {
  return async (tx, { orderId, project, amount: minor, currency }) => {
    const sum = { minor, currency };
    const playerId = await playerOfOrder(tx, orderId);
    // Goods may be worth more than the money that buys them.
    const isAdopted = verb === 'adopt_money';
    const worth = isAdopted ? await worthOfGoods(ctx, tx, orderId) : worthOfSum(ctx, project, sum);
    await recordCommand(ctx, tx, command, {
      verb,
      permission: null,
      subject: { kind: 'order', id: orderId, project, playerId },
      because,
      worth,
      isMoving: true,
      detail: { amount: sum, worth },
    });
  };
}

/** @throws StartError for a refused decision */
function doneOf<T extends { readonly kind: string }>(
  decision: T | { readonly kind: 'refused'; readonly why: string },
): Exclude<T, { readonly kind: 'refused' }> {
  if ('why' in decision) throw new StartError(commandSentenceOf(decision));
  // Verified edge: the refusal is thrown above.
  return decision as Exclude<T, { readonly kind: 'refused' }>;
}
