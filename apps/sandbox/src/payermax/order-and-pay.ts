import type { Change } from '../store.ts';
import { randomId } from '../ids.ts';
import type { Fields } from '../shape.ts';
import { paramsInvalid, refusal, SILENCE, success, type Answer } from './answer.ts';
import type { CardOutcome } from './cards.ts';
import { isNumberOfOurs } from './fields.ts';
import type { Payermax } from './payermax.ts';
import { readOrder, type Order } from './read-order.ts';
import {
  closingJob,
  DECLINED,
  NO_BALANCE,
  tell,
  tradeIdOf,
  withVerdict,
  type Verdict,
} from './settle.ts';
import type { Trade } from './trade.ts';

const BANK_TAKES_MS = 3_000;
const DISPUTE_AFTER_MS = 3_000;
/** A gateway without an answer also notifies late, so that a shop has to query. */
const TELLS_AFTER_SILENCE_MS = 20_000;

/** One payment. The number is checked first: it is used once, whatever the other fields. */
export function orderAndPay(
  payermax: Payermax,
  data: Fields,
  isRejected: boolean,
): Answer | typeof SILENCE {
  const { outTradeNo } = data;
  if (!isNumberOfOurs(outTradeNo)) return paramsInvalid('outTradeNo has a wrong form.');
  if (payermax.trades.get(tradeIdOf(outTradeNo))) {
    return refusal('ORDER_REPEAT', 'The order number is used already.');
  }
  const order = readOrder(payermax, outTradeNo, data);
  if ('refused' in order) return order.refused;
  const outcome = isRejected ? 'declined' : order.outcome;
  if (outcome === 'silence_nothing_taken') return SILENCE;
  return pay(payermax, order, outcome);
}

function pay(payermax: Payermax, order: Order, outcome: CardOutcome): Answer | typeof SILENCE {
  const { store, jobs } = payermax.ctx;
  const { trade } = order;
  const id = tradeIdOf(trade.outTradeNo);
  const spent = payermax.tokens.remove(order.paymentToken);
  const final = (verdict: Verdict): { settled: Trade; changes: Change[] } => {
    const settled = withVerdict(trade, verdict);
    return {
      settled,
      changes: [spent, payermax.trades.put(id, settled), ...tell(payermax, settled)],
    };
  };
  const pending = (challengeId: string | null): Change[] => [
    spent,
    payermax.trades.put(id, { ...trade, challengeId }),
    jobs.add('payermax.close', trade.expiresAt, { id }, closingJob(id)),
  ];
  switch (outcome) {
    case 'success': {
      const { settled, changes } = final({ paid: true });
      store.commit(changes);
      return success(shortAnswer(settled));
    }
    case 'success_then_dispute': {
      const { settled, changes } = final({ paid: true });
      store.commit([
        ...changes,
        jobs.add('payermax.dispute', Date.now() + DISPUTE_AFTER_MS, { id }),
      ]);
      return success(shortAnswer(settled));
    }
    case 'declined': {
      const { settled, changes } = final(DECLINED);
      store.commit(changes);
      return success(shortAnswer(settled));
    }
    case 'insufficient_balance': {
      const { settled, changes } = final(NO_BALANCE);
      store.commit(changes);
      return refusal(settled.resultCode ?? '', settled.resultMsg ?? '');
    }
    case 'challenge':
    case 'challenge_then_declined': {
      const challengeId = randomId(24);
      store.commit(pending(challengeId));
      const redirectUrl = `${payermax.ctx.publicUrl()}/payermax/3ds/${challengeId}`;
      return success({ ...shortAnswer(trade), redirectUrl });
    }
    case 'pending_until_told':
      store.commit(pending(null));
      return success(shortAnswer(trade));
    case 'pending_then_success':
      store.commit([
        ...pending(null),
        jobs.add('payermax.settle', Date.now() + BANK_TAKES_MS, { id }),
      ]);
      return success(shortAnswer(trade));
    case 'silence_money_taken': {
      const settled = withVerdict(trade, { paid: true });
      store.commit([
        spent,
        payermax.trades.put(id, settled),
        ...tell(payermax, settled, TELLS_AFTER_SILENCE_MS),
      ]);
      return SILENCE;
    }
    case 'silence_nothing_taken':
      return SILENCE;
  }
}

function shortAnswer({ outTradeNo, tradeToken, status }: Trade): Record<string, unknown> {
  return { outTradeNo, tradeToken, status };
}
