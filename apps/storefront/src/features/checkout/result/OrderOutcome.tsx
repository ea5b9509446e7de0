import { OrderResult, type OrderResultProps } from './OrderResult.tsx';
import { ResultButtons, type ResultButtonsProps } from './ResultButtons.tsx';
import { ResultFrame } from './ResultFrame.tsx';
import { useLeave } from './use-leave.ts';
import type { WatchedOrder } from './use-order.ts';

type OrderOutcomeProps = Omit<OrderResultProps, 'isOverdue'> &
  Pick<ResultButtonsProps, 'actionUrl' | 'actionName' | 'isFromGame' | 'payButton'> & {
    readonly watched: Omit<WatchedOrder, 'order'>;
    /** Offers to cancel the confirmation and pay another way. */
    readonly mayLeave: boolean;
    readonly onBack?: () => void;
  };

/** Page of a watched order: its outcome, and its buttons in the bottom bar or the pane. */
export function OrderOutcome({ watched, mayLeave, onBack, ...shared }: OrderOutcomeProps) {
  const { isOverdue, isAsking, askNow } = watched;
  const { isLeaving, leave } = useLeave(shared.order, askNow);
  return (
    <ResultFrame
      order={shared.order}
      {...(onBack && { onBack })}
      buttons={
        <ResultButtons
          {...shared}
          isOverdue={isOverdue}
          isAsking={isAsking}
          onAsk={askNow}
          onLeave={mayLeave ? () => void leave() : undefined}
          isLeaving={isLeaving}
        />
      }
    >
      <OrderResult {...shared} isOverdue={isOverdue} />
    </ResultFrame>
  );
}
