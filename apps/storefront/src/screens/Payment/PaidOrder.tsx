import type { OrderView, Channel } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { useProject } from '../../api/page.tsx';
import {
  checkoutOfOrder,
  targetOfOrder,
  type Target,
} from '../../features/checkout/payment/checkout.ts';
import { useOtherWays } from '../../features/checkout/payment/OtherWays.tsx';
import { channelsQuery, opensAtOnce } from '../../features/checkout/payment/queries.ts';
import { loadDialog, ProblemDialog } from '../../features/checkout/payment/PayPage.tsx';
import { payerOf } from '../../features/checkout/payment/payer.ts';
import { asWaiting, useUnderWay, useWayBack } from '../../features/checkout/payment/way-back.ts';
import { useCountry } from '../../features/goods/country.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { ResultPending } from '../../features/checkout/result/ResultFrame.tsx';
import { pageOf, payPlaceOf } from '../../features/checkout/result/result-view.ts';
import { useLeave } from '../../features/checkout/result/use-leave.ts';
import { useOrder, type WatchedOrder } from '../../features/checkout/result/use-order.ts';
import { isSameCharacter, useOtherCharacter } from '../../features/account/other-character.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { isEventSource, paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Checkout } from './Checkout.tsx';
import { retryLabel } from '../../features/checkout/payment/retry-label.ts';
import { useCheckout } from '../../features/checkout/payment/use-checkout.ts';
import { WalletPay } from '../../features/checkout/payment/WalletPay.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

/** Renders the order of the address: its result, or the form while it is unpaid. */
export function PaidOrder({ token, user }: { readonly token: string; readonly user: UserInfo }) {
  const watched = useOrder(token);
  const project = useProject();
  const { order } = watched;
  const isBack = useWayBack(token, checkoutOfOrder(project, token), order?.state === 'failed');
  const isInDoubt = endedInDoubt(useLocation().state);
  const isUnderWay = useUnderWay(isInDoubt);
  const [payId, setPayId] = useState<string | null>(null);
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
  if (!order) return <ResultPending watched={watched} onBack={onBack} />;
  return (
    <Outcome
      watched={watched}
      order={isBack || isUnderWay ? asWaiting(order) : order}
      user={user}
      isOurs={isOurs === true}
      isBack={isBack}
      onBack={onBack}
      onForm={setPayId}
    />
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
  readonly onBack: () => void;
  readonly onForm: (payId: string) => void;
};

function Outcome({ watched, order, user, isOurs, isBack, onBack, onForm }: OutcomeProps) {
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
  const [renewsId, setRenewsId] = useState<string>();
  const { chosen, isSame, hasNonCard, list } = useOtherWays({
    wishedId: renewsId ?? order.ended_code?.pay_id,
    // The server knows limits of goods; events it is told here.
    offered: (data?.channels ?? []).filter((each) => !each.voucher || !isEventSource(order.source)),
    failedId: order.ended_code ? null : (ours?.pay_id ?? null),
  });
  const { leave, isLeaving } = useLeave(order, watched.askNow);
  const isWallet = order.action
    ? order.action.kind === 'redirect' && order.action.at === 'wallet'
    : (ours?.wallet ?? null) !== null;
  // A player who returns from the bank has answered it: the result is on the way.
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      onBack={onBack}
      payPlace={place}
      isWallet={isWallet}
      hasNonCard={hasNonCard}
      otherWays={isFailed && list}
      renewCode={
        place === 'here' && (
          <Button
            wide
            busy={isLeaving}
            onClick={() => {
              if (order.action?.kind === 'qr') setRenewsId(order.action.pay_id);
              void leave();
            }}
          >
            {t('qr.again')}
          </Button>
        )
      }
      actionUrl={isBack ? null : (pageOf(order) ?? ours?.action_url ?? null)}
      actionName={order.action?.name}
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
            isWanted={chosen.pay_id === renewsId}
            onForm={() => onForm(chosen.pay_id)}
          />
        ) : (
          // The form explains that there is no method.
          <Button grow onClick={() => onForm('')}>
            {t('result.leave_bank')}
          </Button>
        ))
      }
    />
  );
}

/** Retries after a refusal: a wallet or its page at once, or the card's form. */
function RetryButton(props: {
  readonly user: UserInfo;
  readonly target: Target;
  readonly order: OrderView;
  readonly channel: Channel;
  readonly country: string;
  /** The channel that has just failed. */
  readonly isSame: boolean;
  /** Its player has asked for a new code: the old one had to end first. */
  readonly isWanted: boolean;
  readonly onForm: () => void;
}) {
  const { channel, order, isWanted } = props;
  const t = useText();
  const project = useProject();
  const flow = useCheckout(
    props.user,
    props.target,
    props.country,
    // A new order in its place might give less than this one says: the form shows what it gives.
    order.items.some(({ doubled }) => doubled) ? null : [],
  );
  useEffect(() => void loadDialog().catch(() => undefined), []);
  const isNewCode = isWanted || channel.pay_id === order.ended_code?.pay_id;
  const needsForm = opensAtOnce(channel) || payerOf(project, channel) === null;
  const again = (): void => {
    if (needsForm) props.onForm();
    else void flow.open(order.total, channel);
  };
  const renew = useEffectEvent(again);
  useEffect(() => {
    if (isWanted) renew();
  }, [isWanted]);
  return (
    <>
      {channel.flow === 'wallet' && !needsForm ? (
        <WalletPay
          channel={channel}
          total={order.total}
          flow={flow}
          onCancel={() => toast(t('payment.not_charged'))}
        />
      ) : (
        <Button grow busy={flow.isOpening} busyLabel={t('payment.paying')} onClick={again}>
          {isNewCode ? t('qr.again') : retryLabel(t, channel, props.isSame)}
        </Button>
      )}
      {/* Other results than success need the form's space to be explained. */}
      <Suspense>
        {flow.problem && (
          <ProblemDialog problem={flow.problem} onForm={props.onForm} onClose={flow.clearProblem} />
        )}
      </Suspense>
    </>
  );
}
