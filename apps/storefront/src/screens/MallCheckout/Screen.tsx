import { lazy, Suspense, useState } from 'react';
import { useConfigsIfAny, usePage } from '../../api/page.tsx';
import { QueryProvider } from '../../features/account/query.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { useText } from '../../i18n/text.tsx';
import { MallOrder, MallSkeleton } from './MallOrder.tsx';
import { MallMessage } from './MallMessage.tsx';
import { takePhone, takeToken } from './take-token.ts';

// Loaded for a phone's link only.
const PhoneOrder = lazy(() => import('./PhoneOrder.tsx'));

/** R05: pays an order made by a game or a mall, or one that continues on this phone; its token is all the payer has. */
export default function MallCheckout() {
  const t = useText();
  const { project, art } = usePage();
  const configs = useConfigsIfAny();
  const [token] = useState(() => (project === null ? null : takeToken(project)));
  const [phone] = useState(() => (project === null || token !== null ? null : takePhone(project)));
  if (configs === null || project === null) {
    // A link of an unknown shop has no theme and no support.
    return (
      <WholePage picture={art['compass']} title={t('mall.no_token')} text={t('mall.open_again')} />
    );
  }
  if (phone !== null) {
    return (
      <QueryProvider>
        <Suspense fallback={<MallSkeleton />}>
          <PhoneOrder keys={phone} />
        </Suspense>
      </QueryProvider>
    );
  }
  if (token === null) {
    return <MallMessage title={t('mall.no_token')}>{t('mall.open_again')}</MallMessage>;
  }
  return (
    <QueryProvider>
      <MallOrder token={token} />
    </QueryProvider>
  );
}
