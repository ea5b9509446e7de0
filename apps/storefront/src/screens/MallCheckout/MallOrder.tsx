import { CODES } from '@webpay/contract/codes';
import type { MallOrder as Order } from '@webpay/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { CallRefused, requestIdOf } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { useCountry } from '../../features/goods/country.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { useText } from '../../i18n/text.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { MallForm } from './MallForm.tsx';
import { MallResult } from './MallResult.tsx';
import { MallMessage } from './MallMessage.tsx';

/** Renders a token's order: the form, or its result. */
export function MallOrder({ token }: { readonly token: string }) {
  const [country, setCountry] = useCountry();
  const [payId, setPayId] = useState<string | null>(null);
  const [isForm, setIsForm] = useState<boolean | null>(null);
  const [isUnresolved, setIsUnresolved] = useState(false);
  const query = useQuery({
    queryKey: ['mall', token, country],
    queryFn: ({ signal }) => call('mallOrder', { token, country }, { signal }),
    // Price and state are requested on every visit.
    gcTime: 0,
  });
  // The last order stays visible while another country has no price.
  const [last, setLast] = useState<Order | null>(null);
  if (query.data && query.data !== last) setLast(query.data);
  const order = query.data ?? last;
  const again = () => void query.refetch();
  if (!order) {
    return query.error === null ? (
      <MallSkeleton onRetry={() => void query.refetch({ cancelRefetch: true })} />
    ) : (
      <Refused failure={query.error} isAsking={query.isFetching} onRetry={again} />
    );
  }
  const isPayable = order.state === 'open' || order.state === 'failed';
  if (!(isForm ?? order.state === 'open') || !isPayable) {
    return (
      <MallResult
        order={order}
        isUnresolved={isUnresolved}
        onForm={(id) => {
          setPayId(id);
          setIsForm(true);
          again();
        }}
      />
    );
  }
  return (
    <MallForm
      mallToken={token}
      order={order}
      open={(channel, total, _proof, payer) =>
        call('mallPay', {
          token,
          pay_id: channel.pay_id,
          country,
          total: JSON.stringify(total),
          ...payer,
        })
      }
      isScarce
      isPriced={query.data !== undefined}
      failure={query.error}
      isAsking={query.isFetching}
      country={country}
      onCountry={setCountry}
      payId={payId}
      onAgain={again}
      onOrder={(unresolved) => {
        setIsUnresolved(unresolved);
        setIsForm(false);
      }}
    />
  );
}

/** Codes that no second attempt changes: the link or its content is at fault. */
const FINAL_CODES: readonly number[] = [
  CODES.NO_SUCH_ORDER,
  CODES.LINK_EXPIRED,
  CODES.PARAMETER_ERROR,
  CODES.NO_SUCH_CHARACTER,
  CODES.PAYMENT_ANOMALY,
  CODES.NO_SUCH_PROJECT,
];

/** Codes of items this character may not buy: a new link would be refused, too. */
const NOT_SOLD_CODES: readonly number[] = [
  CODES.NO_SUCH_ITEM,
  CODES.NOT_PURCHASABLE,
  CODES.ITEM_MAXIMUM,
];

function Refused(props: {
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly onRetry: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = props;
  const requestId = requestIdOf(failure);
  const code = failure instanceof CallRefused ? failure.code : null;
  const reason = failureMessage(t, failure, configs) ?? t('mall.failed');
  if (code !== null && NOT_SOLD_CODES.includes(code)) {
    return (
      <MallMessage title={reason} requestId={requestId} isSupportOnly>
        {t('mall.not_possible')} {t('payment.not_charged')}
      </MallMessage>
    );
  }
  if (code === null || !FINAL_CODES.includes(code)) {
    return (
      <MallMessage
        title={t('mall.failed')}
        requestId={requestId}
        isAsking={props.isAsking}
        onRetry={againAfter(failure, props.onRetry)}
      >
        {reason} {t('payment.not_charged')}
      </MallMessage>
    );
  }
  const isStopped = code === CODES.PAYMENT_ANOMALY;
  return (
    <MallMessage title={isStopped ? t('payment.order_failed') : reason} requestId={requestId}>
      {isStopped ? reason : t('mall.open_again')} {t('payment.not_charged')}
    </MallMessage>
  );
}

export function MallSkeleton({ onRetry }: { readonly onRetry?: () => void }) {
  const t = useText();
  return (
    <ShopFrame>
      <TopBar title={t('payment.title')} />
      <Content>
        {onRetry && <SlowNote text="goods.loading_long" onRetry={onRetry} />}
        <SkeletonGroup>
          <Skeleton height="calc(var(--u) * 2.3)" />
          <br />
          <Skeleton height="calc(var(--u) * 8)" />
        </SkeletonGroup>
      </Content>
    </ShopFrame>
  );
}
