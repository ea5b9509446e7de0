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
import { OrderResult } from '../../features/checkout/result/OrderResult.tsx';
import { ResultButtons } from '../../features/checkout/result/ResultButtons.tsx';
import { ResultFrame, ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useLeave } from '../../features/checkout/result/use-leave.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import { isSameCharacter, useOtherCharacter } from '../../features/account/other-character.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Checkout } from './Checkout.tsx';
import { RetryButton } from './RetryButton.tsx';

/** The order of the address: what became of it, or its form again where it is still to be paid. */
export function PaidOrder({ token, user }: { readonly token: string; readonly user: UserInfo }) {
  const watched = useOrder(token);
  const project = useProject();
  const isBack = useWayBack(token, checkoutOfOrder(project, token));
  const isInDoubt = endedInDoubt(useLocation().state);
  const isUnderWay = useUnderWay(isInDoubt);
  const [payId, setPayId] = useState<string | null>(null);
  const { order } = watched;
  // By the first answer: who else logs in meanwhile does not change whose order it is.
  const [isOurs, setIsOurs] = useState<boolean | null>(null);
  if (order && isOurs === null) setIsOurs(isSameCharacter(order.role, user.role));
  useNewCart(order?.state);
  // Nobody heard what became of the last try: the form is not put back as if there had been none.
  const wantsForm = order !== null && ((order.state === 'open' && !isInDoubt) || payId !== null);

  // Back from a wallet the order stays "open" until it is captured: that is waiting, not a form.
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

/** See `goToOrder` of use-payment.ts. */
function endedInDoubt(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'isUnresolved' in state && !!state.isUnresolved
  );
}

/** What is being paid has left the cart, what failed is there again: no page shows the old one. */
function useNewCart(state: OrderView['state'] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (state !== undefined && state !== 'open') queries.removeQueries({ queryKey: ['cart'] });
  }, [queries, state]);
}

/** What a game signed is paid by its own link; what another order has bought, or came too late, not at all. */
function isUnpaid(order: OrderView): boolean {
  const isOver = order.bought_elsewhere || order.surplus.length > 0;
  const isPayable = order.source !== 'mall' && !isOver;
  return isPayable && (order.state === 'open' || order.state === 'failed');
}

type OutcomeProps = {
  readonly watched: WatchedOrder;
  readonly order: OrderView;
  readonly user: UserInfo;
  /** Of the character that is logged in. */
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
  // Another try is a new order: it would go to who is logged in, not to who this one was for.
  const now = useOtherCharacter(user.role);
  const place = isOurs && now === null ? payPlaceOf(order, user.role) : payPlaceOf(order, null);
  const isFailed = order.state === 'failed' && place === 'here' && isUnpaid(order);
  const { data } = useQuery({ ...channelsQuery(country), enabled: isFailed });
  const { chosen, isSame, hasWallet, list } = useOtherWays({
    offered: data?.channels ?? [],
    country,
    failedId: ours?.pay_id ?? null,
  });
  const isWallet = order.action ? order.action.at === 'wallet' : (ours?.wallet ?? null) !== null;
  const { isLeaving, leave } = useLeave(order, watched.askNow);
  // Whoever comes back from the bank has answered it: its word is on the way.
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  const mayLeave = isAtBank && (!isBack || watched.isOverdue);

  return (
    <>
      <OrderResult
        order={order}
        isOverdue={watched.isOverdue}
        payPlace={place}
        isWallet={isWallet}
        hasWallet={hasWallet}
        otherWays={isFailed && list}
      />
      <ResultButtons
        order={order}
        isOverdue={watched.isOverdue}
        isAsking={watched.isAsking}
        onAsk={watched.askNow}
        payPlace={place}
        actionUrl={isBack ? null : (order.action?.url ?? ours?.action_url ?? null)}
        isWallet={isWallet}
        onLeave={mayLeave ? () => void leave() : undefined}
        isLeaving={isLeaving}
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
            // The form knows what to say where there is no way to pay.
            <Button grow onClick={() => onForm('')}>
              {t('result.leave_bank')}
            </Button>
          ))
        }
      />
    </>
  );
}
