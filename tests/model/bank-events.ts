import { leftThere, transitionDispute, settlePayment, tellRefund } from './outside.ts';
import type { Event, Play } from './play.ts';

/** Decisions open to payers, banks and wallets. */
export function bankEvents({ shop, outside, habits }: Play): Event[] {
  return [
    ...[...outside.payments].flatMap(([attempt, payment]): Event[] => {
      const decide = (status: typeof payment.status): Event => ({
        name: `${attempt.id} ${status}`,
        run: () => settlePayment(shop, outside, attempt, status),
      });
      const say = (said: 'open' | 'won' | 'lost' | 'cancelled'): Event => ({
        name: `case of ${attempt.id} ${said}`,
        run: () => transitionDispute(outside, attempt, said),
      });
      switch (payment.status) {
        case 'action':
        case 'pending':
          return [
            decide('paid'),
            decide('declined'),
            ...(payment.status === 'action' ? [decide('closed')] : []),
          ];
        case 'created':
          return attempt.provider === 'paypal' ? [decide('approved')] : [];
        case 'paid':
          if (payment.captured !== shop.amount || !habits.hasDisputes) return [];
          if (payment.disputeState === 'none')
            return leftThere(outside, attempt) > 0 ? [say('open')] : [];
          return payment.disputeState === 'open' ? [say('won'), say('lost'), say('cancelled')] : [];
        case 'approved':
        case 'declined':
        case 'closed':
          return [];
      }
    }),
    ...[...outside.refunds].flatMap(([refund, state]): Event[] =>
      state !== 'pending'
        ? []
        : (['done', 'failed'] as const).map((end) => ({
            name: `${refund.id} ${end}`,
            run: () => {
              outside.refunds.set(refund, end);
              tellRefund(outside, refund);
            },
          })),
    ),
  ];
}
