import type { ResolutionKind } from '@webpay/contract/money-back';
import { useEffect, useRef } from 'react';
import { serverNow } from '../../../api/call.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton/Skeleton.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { SupportButton } from '../SupportButton.tsx';
import { Way, wayClass, WayText } from '../Way.tsx';
import type { HelpSheetProps } from './HelpSheet.tsx';
import { RequestPanel } from './RequestPanel.tsx';
import { requestYear, usedBy } from './request-rules.ts';

/** Choices for an order: this year's request while it is unused, and customer service. */
export function HelpChoices(
  props: Pick<HelpSheetProps, 'order' | 'goods' | 'kinds' | 'requests' | 'about'> & {
    /** The request was refused because this year's is used. */
    readonly isRefused: boolean;
    /** The player returned from the form. */
    readonly takesFocus: boolean;
    readonly onChoose: (kind: ResolutionKind) => void;
  },
) {
  const { order, goods, requests, isRefused, takesFocus } = props;
  const t = useText();
  const money = useMoney();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus || isRefused) box.current?.querySelector('button')?.focus();
  }, [takesFocus, isRefused]);
  return (
    <div ref={box} className="stack">
      <p className="muted">
        {goods} · <span className="num">{money(order.total)}</span> · {order.role.name}
      </p>
      {requests.list !== null ? (
        <RequestChoices {...props} list={requests.list} />
      ) : requests.failure === null || requests.isAsking ? (
        <SkeletonGroup className="stack">
          <Skeleton height="calc(var(--u) * 1)" />
          <Skeleton height="calc(var(--u) * 1.7)" />
        </SkeletonGroup>
      ) : (
        <Notice role="status" tone="warn" onRetry={() => void requests.look()}>
          {t('request.unknown')}
        </Notice>
      )}
      <SupportButton className={wayClass} about={props.about}>
        <WayText icon="headset" title={t('payment.contact')} text={t('request.service_text')} />
      </SupportButton>
    </div>
  );
}

function RequestChoices(
  props: Parameters<typeof HelpChoices>[0] & {
    readonly list: NonNullable<HelpSheetProps['requests']['list']>;
  },
) {
  const { order, list, kinds, isRefused } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { year, lastDay, nextYear } = requestYear(serverNow());
  const utc = (ms: number) => formatDate(ms, lang, 'date', 'UTC');
  if (list.left_this_year === 0) {
    const used = usedBy(list, year);
    const here = used?.order_id === order.order_id ? used : null;
    if (here !== null && isRefused) {
      return (
        <>
          <Notice role="alert" tone="warn">
            {t('request.already')}
          </Notice>
          <RequestPanel request={here} order={order} />
        </>
      );
    }
    return (
      <Notice {...(isRefused ? { role: 'alert', tone: 'warn' } : {})}>
        {here?.state === 'open'
          ? t('request.asked', { day: formatDate(here.created_at, lang) })
          : t('request.used', { next: utc(nextYear) })}
      </Notice>
    );
  }
  return (
    <>
      <Notice>
        {t('request.allowance', {
          count: formatNumber(list.left_this_year, lang),
          day: utc(lastDay),
        })}
      </Notice>
      {kinds.includes('refund') && (
        <Way
          icon="card"
          title={t('request.refund')}
          text={t('request.refund_text', { price: money(order.total) })}
          onClick={() => props.onChoose('refund')}
        />
      )}
      {kinds.includes('wrong_recharge') && (
        <Way
          icon="swap"
          title={t('request.wrong')}
          text={t('request.wrong_text', { name: order.role.name })}
          onClick={() => props.onChoose('wrong_recharge')}
        />
      )}
    </>
  );
}
