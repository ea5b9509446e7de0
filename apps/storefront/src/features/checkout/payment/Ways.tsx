import { lazy, Suspense } from 'react';
import { formatCountry } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { CardForm } from './CardForm.tsx';
import { ChannelList } from './ChannelList.tsx';
import { SupportButton } from '../../support/SupportButton.tsx';
import { buttonClass } from '../../../ui/Button/button-class.ts';
import { ErrorBlock } from '../../../ui/EmptyState/EmptyState.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton/Skeleton.tsx';
import type { WaysToPay } from './use-ways.ts';

// Few ways to pay ask their payer for anything.
const PayerFields = lazy(() => import('./PayerFields.tsx'));

/** Payment methods with the chosen one's form, or their loading, failed or empty state. */
export function Ways({ ways, country }: { readonly ways: WaysToPay; readonly country: string }) {
  const t = useText();
  const lang = useLang();
  const countryName = formatCountry(country, lang);
  const { chosen } = ways;

  if (ways.state === 'failed') {
    return <ErrorBlock title={t('payment.methods_failed')} onRetry={ways.retry} />;
  }
  if (ways.state === 'loading') {
    return (
      <SkeletonGroup className="stack-tight">
        <Skeleton height="calc(var(--u) * 1.5)" />
        <Skeleton height="calc(var(--u) * 1.5)" />
      </SkeletonGroup>
    );
  }
  if (ways.channels.length === 0) {
    return (
      <Notice
        tone="warn"
        end={
          <SupportButton className={buttonClass({ kind: 'ghost', size: 'small' })}>
            {t('payment.contact')}
          </SupportButton>
        }
      >
        {t('payment.methods_none', { country: countryName })}
      </Notice>
    );
  }
  const other = ways.channels.find(
    (each) => each.pay_id !== chosen?.pay_id && !ways.closed.has(each.pay_id),
  );
  const showsForm = chosen?.method === 'card' && ways.flow.problem === null;
  return (
    <ChannelList
      channels={ways.channels}
      chosen={chosen?.pay_id ?? null}
      onChoose={ways.choose}
      closed={ways.closed}
      total={ways.total}
      country={countryName}
      isScarce={ways.isScarce}
    >
      {showsForm && <CardForm dropin={ways.card} other={other?.name ?? null} />}
      {chosen?.fields && (
        <Suspense fallback={<Skeleton height="calc(var(--u) * 4)" />}>
          <PayerFields payer={ways.payer} name={chosen.name} />
        </Suspense>
      )}
    </ChannelList>
  );
}
