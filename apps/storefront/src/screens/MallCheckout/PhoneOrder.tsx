import type { OrderView, PhoneOrder as Shown } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { PHONE_PATHS } from '@webpay/contract/phone-paths';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallRefused, refusedWith, requestIdOf } from '../../api/failure.ts';
import { PageProvider, useConfigs, usePage, useProject } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';
import { useOtherWays } from '../../features/checkout/payment/OtherWays.tsx';
import { retryLabel } from '../../features/checkout/payment/retry-label.ts';
import { asWaiting, useUnderWay } from '../../features/checkout/payment/way-back.ts';
import { OrderOutcome } from '../../features/checkout/result/OrderOutcome.tsx';
import { OrderPage } from '../../features/checkout/result/OrderPage.tsx';
import { pageOf } from '../../features/checkout/result/result-view.ts';
import { useLeave } from '../../features/checkout/result/use-leave.ts';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { useText } from '../../i18n/text.tsx';
import { isEventSource } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { MallForm } from './MallForm.tsx';
import { MallMessage } from './MallMessage.tsx';
import { MallSkeleton } from './MallOrder.tsx';
import { nameOfPhone, type PhoneKeys } from './take-token.ts';
import { usePhoneOrder, type WatchedOnPhone } from './use-phone-order.ts';

/** An order of a computer that continues on this phone: the form, or its result. */
export default function PhoneOrder({ keys }: { readonly keys: PhoneKeys }) {
  const { shown, watched } = usePhoneOrder(keys);
  const project = useProject();
  const [payId, setPayId] = useState<string | null>(null);
  const [isForm, setIsForm] = useState<boolean | null>(null);
  const [isUnresolved, setIsUnresolved] = useState(false);
  const { failure } = watched;
  const isEnded = refusedWith(failure, CODES.LINK_EXPIRED);
  if (failure !== null && (shown === null || isEnded)) {
    const token = storage.read('mall', project)?.token ?? null;
    // A payment that began here is followed by its order's token: the link is not needed for that.
    if (isEnded && token !== null) return <OrderPage token={token} />;
    return <Refused failure={failure} isAsking={watched.isAsking} onRetry={watched.askNow} />;
  }
  if (shown === null) return <MallSkeleton onRetry={watched.askNow} />;
  const { order, country, channels } = shown;
  const isPayable = (order.state === 'open' || order.state === 'failed') && channels.length > 0;
  if (!(isForm ?? order.state === 'open') || !isPayable || order.bought_elsewhere) {
    return (
      <Result
        shown={shown}
        watched={watched}
        isUnresolved={isUnresolved}
        onForm={(id) => {
          setPayId(id);
          setIsForm(true);
          watched.askNow();
        }}
      />
    );
  }
  return (
    <OneCountry country={country}>
      <MallForm
        mallToken={nameOfPhone(keys)}
        order={{ ...order, channels }}
        open={(channel, total, proof, payer) => {
          const fields = { ...keys, pay_id: channel.pay_id, total: JSON.stringify(total) };
          return call('phonePay', { ...fields, ...payer, ...proof }, { at: PHONE_PATHS.phonePay });
        }}
        isScarce={isEventSource(order.source)}
        isPriced
        failure={null}
        isAsking={watched.isAsking}
        country={country}
        onCountry={() => undefined}
        payId={payId ?? storage.read('mall', project)?.pay_id ?? null}
        onAgain={watched.askNow}
        onOrder={(unresolved) => {
          setIsUnresolved(unresolved);
          setIsForm(false);
          watched.askNow();
        }}
      />
    </OneCountry>
  );
}

/** The computer has chosen the country, and with it the sum. */
function OneCountry(props: { readonly country: string; readonly children: ReactNode }) {
  const page = usePage();
  const { country } = props;
  const narrowed = useMemo(() => {
    if (page.configs === null) return page;
    const countries = page.configs.countries.filter((each) => each.country === country);
    return { ...page, configs: { ...page.configs, countries } };
  }, [page, country]);
  return <PageProvider page={narrowed}>{props.children}</PageProvider>;
}

function Result(props: {
  readonly shown: Shown;
  readonly watched: WatchedOnPhone;
  readonly isUnresolved: boolean;
  readonly onForm: (payId: string) => void;
}) {
  const { shown, watched } = props;
  const t = useText();
  const project = useProject();
  const visit = storage.read('mall', project);
  const isUnderWay = useUnderWay(props.isUnresolved);
  // Only a phone that has begun to pay knows the token, with which the order can be left.
  const token = visit?.token ?? '';
  const named = { ...shown.order, token };
  const order: OrderView = isUnderWay ? asWaiting(named) : named;
  const { chosen, isSame, hasNonCard, list } = useOtherWays({
    wishedId: order.ended_code?.pay_id,
    offered: shown.channels,
    failedId: order.ended_code ? null : (visit?.pay_id ?? null),
  });
  const { leave, isLeaving } = useLeave(order, watched.askNow);
  const { action } = order;
  const isAtBank = order.state === 'waiting' && order.reason === 'action';
  const canRetry = (order.state === 'failed' || order.state === 'open') && chosen !== null;
  return (
    <OrderOutcome
      watched={watched}
      order={order}
      isFromGame
      payPlace="here"
      isWallet={action?.kind === 'redirect' && action.at === 'wallet'}
      hasNonCard={hasNonCard}
      otherWays={order.state === 'failed' && list}
      renewCode={
        action?.kind === 'qr' &&
        token !== '' && (
          <Button
            wide
            busy={isLeaving}
            onClick={() => void leave().then(() => props.onForm(action.pay_id))}
          >
            {t('qr.again')}
          </Button>
        )
      }
      actionUrl={pageOf(order) ?? (isAtBank ? (visit?.action_url ?? null) : null)}
      actionName={action?.kind === 'redirect' ? action.name : undefined}
      mayLeave={isAtBank && token !== ''}
      payButton={
        canRetry && (
          <Button grow onClick={() => props.onForm(chosen.pay_id)}>
            {order.ended_code ? t('qr.again') : retryLabel(t, chosen, isSame)}
          </Button>
        )
      }
    />
  );
}

function Refused(props: {
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly onRetry: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = props;
  const isOver =
    refusedWith(failure, CODES.LINK_EXPIRED) || refusedWith(failure, CODES.PARAMETER_ERROR);
  if (!isOver) {
    return (
      <MallMessage
        title={t('mall.failed')}
        requestId={requestIdOf(failure)}
        isAsking={props.isAsking}
        onRetry={againAfter(failure, props.onRetry)}
      >
        {failureMessage(t, failure, configs)}
      </MallMessage>
    );
  }
  // The server's word that another phone was first.
  const isTaken = failure instanceof CallRefused && isOpened(failure.result);
  return (
    <MallMessage title={t(isTaken ? 'phone.taken' : 'qr.ended')}>
      {t('phone.over_text')}
    </MallMessage>
  );
}

function isOpened(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'why' in result && result.why === 'opened'
  );
}
