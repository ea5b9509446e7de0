import { OrderResult, type OrderResultProps } from './OrderResult.tsx';
import { ResultButtons, type ResultButtonsProps } from './ResultButtons.tsx';
import { useLeave } from './use-leave.ts';
import type { WatchedOrder } from './use-order.ts';

type OrderOutcomeProps = Omit<OrderResultProps, 'isOverdue'> &
  Pick<ResultButtonsProps, 'actionUrl' | 'isFromGame' | 'payButton'> & {
    readonly watched: WatchedOrder;
    /** Offers to cancel the confirmation and pay another way. */
    readonly mayLeave: boolean;
  };

/** Shows a watched order's outcome with its buttons. */
export function OrderOutcome({ watched, mayLeave, ...shared }: OrderOutcomeProps) {
  const { isOverdue, isAsking, askNow } = watched;
  const { isLeaving, leave } = useLeave(shared.order, askNow);
  return (
    <>
      <OrderResult {...shared} isOverdue={isOverdue} />
      <ResultButtons
        {...shared}
        isOverdue={isOverdue}
        isAsking={isAsking}
        onAsk={askNow}
        onLeave={mayLeave ? () => void leave() : undefined}
        isLeaving={isLeaving}
      />
    </>
  );
}
