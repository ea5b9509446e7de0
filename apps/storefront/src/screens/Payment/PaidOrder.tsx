import type { OrderView } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { useProject } from '../../api/page.tsx';
import { checkoutOfOrder, targetOfOrder } from '../../features/checkout/payment/checkout.ts';
import { useOtherWays } from '../../features/checkout/payment/OtherWays.tsx';
import { channelsQuery } from '../../features/checkout/payment/queries.ts';
import { asWaiting, useUnderWay, useWayBack } from '../../features/checkout/payment/way-back.ts';
import { useCountry } from '../../features/goods/country.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultFrame, ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import { isSameCharacter, useOtherCharacter } from '../../features/account/other-character.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Checkout } from './Checkout.tsx';
import { RetryButton } from './RetryButton.tsx';

/** Renders the order of the address: its result, or the form while it is unpaid. */
export function PaidOrder({ token, user }: { readonly token: string; readonly user: UserInfo }) {
  const watched = useOrder(token);
  const project = useProject();
  const isBack = useWayBack(token, checkoutOfOrder(project, token));
  const isInDoubt = endedInDoubt(useLocation().state);
  const isUnderWay = useUnderWay(isInDoubt);
  const [payId, setPayId] = useState<string | null>(null);
  const { order } = watched;
  // Fixed by the first answer: a later log-in does not change the order's owner.
  const [isOurs, setIsOurs] = useState<boolean | null>(null);
  if (order && isOurs === null) setIsOurs(isSameCharacter(order.role, user.role));
  useNewCart(order?.state);
  // An attempt with an unknown result must not show the form again.
  const wantsForm = order !== null && ((order.state === 'open' && !isInDoubt) || payId !== null);

  // An order stays "open" until its wallet payment is captured: that is waiting, not a form.
  if (wantsForm && isOurs === true && !isBack && isUnpaid(order)) {
    return <Checkout user={user} target={targetOfOrder(order)} payId={payId} />;
  }
  const onBack = () => navigate(paths.goodsList(project));
  return (
    <ResultFrame order={order} isMissing={watched.failure !== null} onBack={onBack}>
      {order ? (
        <Outcome
          watched={watched}
          order={isBack || isUnderWay ? asWaiting(order) : order}
          user={user}
          isOurs={isOurs === true}
          isBack={isBack}
          onForm={setPayId}
        />
      ) : (
        <ResultPending watched={watched} />
      )}
    </ResultFrame>
  );
}

/** True when the last attempt's result is unknown; see `goToOrder` of use-payment.ts. */
function endedInDoubt(state: unknown): boolean {
  return typeof state === 'object' && !!state && 'isUnresolved' in state && !!state.isUnresolved;
}

/** Drops cached carts: paying takes items out, a failure returns them. */
function useNewCart(state: OrderView['state'] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (state !== undefined && state !== 'open') queries.removeQueries({ queryKey: ['cart'] });
  }, [queries, state]);
}

/** True for an unpaid order of this shop; mall orders are paid by their own link. */
function isUnpaid(order: OrderView): boolean {
  if (order.source === 'mall' || order.bought_elsewhere || order.surplus.length > 0) return false;
  return order.state === 'open' || order.state === 'failed';
}

type OutcomeProps = {
  readonly watched: WatchedOrder;
  readonly order: OrderView;
  readonly user: UserInfo;
  /** The order belongs to the logged-in character. */
  readonly isOurs: boolean;
  readonly isBack: boolean;
  readonly onForm: (payId: string) => void;
};

function Outcome({ watched, order, user, isOurs, isBack, onForm }: OutcomeProps) {
  const t = useText();
  const project = useProject();
  const [guessed] = useCountry();
  const ours = checkoutOfOrder(project, order.token);
  const country = ours?.country ?? guessed;
  const target = targetOfOrder(order);
  // Another attempt is a new order: it would go to the logged-in character.
  const now = useOtherCharacter(user.role);
  const place = payPlaceOf(order, isOurs && now === null ? user.role : null);
  const isFailed = order.state === 'failed' && place === 'here' && isUnpaid(order);
  const { data } = useQuery({ ...channelsQuery(country), enabled: isFailed });
  const { chosen, isSame, hasWallet, list } = useOtherWays({
    offered: data?.channels ?? [],
    country,
    failedId: ours?.pay_id ?? null,
  });
  const isWallet = order.action ? order.action.at === 'wallet' : (ours?.wallet ?? null) !== null;
  // A player who returns from the bank has answered it: the result is on the way.
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      payPlace={place}
      isWallet={isWallet}
      hasWallet={hasWallet}
      otherWays={isFailed && list}
      actionUrl={isBack ? null : (order.action?.url ?? ours?.action_url ?? null)}
      mayLeave={isAtBank && (!isBack || watched.isOverdue)}
      payButton={
        isFailed &&
        (chosen ? (
          <RetryButton
            user={user}
            target={target}
            order={order}
            channel={chosen}
            country={country}
            isSame={isSame}
            onForm={() => onForm(chosen.pay_id)}
          />
        ) : (
          // The form explains that there is no way to pay.
          <Button grow onClick={() => onForm('')}>
            {t('result.leave_bank')}
          </Button>
        ))
      }
    />
  );
}
