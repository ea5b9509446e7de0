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
import { savedOf } from '../saved/saved-cards.ts';
import type { WaysToPay } from './use-ways.ts';

// Few methods ask their payer for anything.
const PayerFields = lazy(() => import('./PayerFields.tsx'));
// Loaded on demand: few characters have saved cards.
const RemoveCard = lazy(() => import('../saved/RemoveCard.tsx'));
const SavedNotices = lazy(() => import('../saved/SavedNotices.tsx'));

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
  const { saved } = ways;
  const isPicky =
    saved && (saved.state === 'confirm' || saved.cards.some((each) => each.is_locked));
  const cardName = chosen && savedOf(chosen.pay_id);
  const card = saved?.cards.find((each) => each.card === cardName);
  const { pay } = ways.flow.opened ?? {};
  const asksToSave = pay?.kind === 'payermax_card' && pay.asks_to_save;
  const showsForm = chosen?.method === 'card' && ways.flow.problem === null;
  return (
    <>
      {isPicky && (
        <Suspense fallback={null}>
          <SavedNotices saved={saved} />
        </Suspense>
      )}
      <ChannelList
        channels={ways.channels}
        chosen={chosen?.pay_id ?? null}
        onChoose={ways.choose}
        closed={ways.closed}
      >
        {showsForm && <CardForm dropin={ways.card} other={other?.name ?? null} />}
        {chosen?.fields && (
          <Suspense fallback={<Skeleton height="calc(var(--u) * 4)" />}>
            <PayerFields payer={ways.payer} name={chosen.name} />
          </Suspense>
        )}
        {showsForm && asksToSave && <p className="cap">{t('card.save_text')}</p>}
        {saved && (card || (saved.asks_about_wallet && chosen?.method === 'wallet')) && (
          <Suspense fallback={null}>
            <RemoveCard {...ways} card={card} />
          </Suspense>
        )}
      </ChannelList>
    </>
  );
}
