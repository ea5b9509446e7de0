import type { Change } from '../store.ts';
import { randomDigits, randomId } from '../ids.ts';
import type { Fields } from '../shape.ts';
import { paramsInvalid, refusal, SILENCE, success, type Answer } from './answer.ts';
import { isNumberOfOurs } from './fields.ts';
import { isLocal, type LocalTrade } from './local-page.ts';
import type { Payermax } from './payermax.ts';
import { qrText } from './qr-text.ts';
import { readOrder, type Order } from './read-order.ts';
import {
  closingJob,
  DECLINED,
  NO_BALANCE,
  paymentAndCardWebhooks,
  tradeIdOf,
  withVerdict,
  type Verdict,
} from './settle.ts';
import type { Trade } from './trade.ts';

const BANK_TAKES_MS = 3_000;
const DISPUTE_AFTER_MS = 3_000;
/** A gateway without an answer also notifies late, so that a shop has to query. */
const TELLS_AFTER_SILENCE_MS = 20_000;

/**
 * One payment. The number is checked first: it is used once, whatever the other fields. An unpaid local method's order
 * gives its page or its QR code again; no document says it of a QR code.
 */
export function orderAndPay(
  payermax: Payermax,
  data: Fields,
  isRejected: boolean,
): Answer | typeof SILENCE {
  const { outTradeNo } = data;
  if (!isNumberOfOurs(outTradeNo)) return paramsInvalid('outTradeNo has a wrong form.');
  const known = payermax.trades.get(tradeIdOf(outTradeNo));
  if (known && isLocal(known) && !known.local.voucher && known.status === 'PENDING')
    return success(known.local.qr ? qrAnswer(known) : pageAnswer(payermax, known));
  if (known) {
    return refusal('ORDER_REPEAT', 'The order number is used already.');
  }
  const order = readOrder(payermax, outTradeNo, data);
  if ('refused' in order) return order.refused;
  return pay(payermax, order, isRejected ? 'declined' : order.outcome);
}

function pay(
  payermax: Payermax,
  { trade, paymentToken }: Order,
  outcome: Order['outcome'],
): Answer | typeof SILENCE {
  const { store, jobs } = payermax.ctx;
  const id = tradeIdOf(trade.outTradeNo);
  const write = (made: Trade, ...others: Change[]): Answer => {
    const used = paymentToken === null ? [] : [payermax.tokens.remove(paymentToken)];
    store.commit([...used, payermax.trades.put(id, made), ...others]);
    return success(shortAnswer(made));
  };
  const finish = (verdict: Verdict, ...others: Change[]): Answer => {
    const settled = withVerdict(trade, verdict);
    return write(settled, ...paymentAndCardWebhooks(payermax, settled), ...others);
  };
  const wait = (challengeId: string | null, ...others: Change[]): Answer => {
    const close = jobs.add('payermax.close', trade.expiresAt, { id }, closingJob(id));
    return write({ ...trade, challengeId }, close, ...others);
  };
  const later = (kind: string, ms: number): Change => jobs.add(kind, Date.now() + ms, { id });
  switch (outcome) {
    case 'success':
      return finish({ paid: true });
    case 'success_then_dispute':
      return finish({ paid: true }, later('payermax.dispute', DISPUTE_AFTER_MS));
    case 'declined':
      return finish(DECLINED);
    case 'insufficient_balance':
      finish(NO_BALANCE);
      return refusal(NO_BALANCE.code, NO_BALANCE.msg);
    case 'challenge':
    case 'challenge_then_declined': {
      const challengeId = randomId(24);
      wait(challengeId);
      const redirectUrl = `${payermax.ctx.publicUrl()}/payermax/3ds/${challengeId}`;
      return success({ ...shortAnswer(trade), redirectUrl });
    }
    case 'page': {
      const challengeId = randomId(24);
      wait(challengeId);
      return success(pageAnswer(payermax, { ...trade, challengeId }));
    }
    case 'qr': {
      const made = { ...trade, challengeId: randomId(24) };
      wait(made.challengeId);
      return success(isLocal(made) ? qrAnswer(made) : shortAnswer(made));
    }
    case 'code': {
      const challengeId = randomDigits(trade.local?.voucher?.digits ?? 16);
      wait(challengeId);
      return success({ ...shortAnswer(trade), vaCode: challengeId });
    }
    case 'pending_until_told':
      return wait(null);
    case 'pending_then_success':
      return wait(null, later('payermax.settle', BANK_TAKES_MS));
    case 'silence_money_taken': {
      const settled = withVerdict(trade, { paid: true });
      write(settled, ...paymentAndCardWebhooks(payermax, settled, TELLS_AFTER_SILENCE_MS));
      return SILENCE;
    }
    case 'silence_nothing_taken':
      return SILENCE;
  }
}

/** A local method's order with the address of its page. */
function pageAnswer(payermax: Payermax, trade: Trade): Record<string, unknown> {
  const home = `${payermax.ctx.publicUrl()}/payermax`;
  const redirectUrl = `${home}/local/${trade.challengeId}`;
  const picture = trade.local?.hasPicture ? { qrCodeUrl: `${home}/qr/${trade.challengeId}` } : {};
  return { ...shortAnswer(trade), redirectUrl, ...picture };
}

/** A local method's order with the text of its QR code. */
function qrAnswer(trade: LocalTrade): Record<string, unknown> {
  return { ...shortAnswer(trade), qrCode: qrText(trade, trade.challengeId ?? '') };
}

function shortAnswer({ outTradeNo, tradeToken, status }: Trade): Record<string, unknown> {
  return { outTradeNo, tradeToken, status };
}
