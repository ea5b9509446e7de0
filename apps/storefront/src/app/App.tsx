import type { PageData } from '@webpay/contract/page';
import type { I18n } from '@lingui/core';
import { PageProvider } from '../api/page.tsx';
import { TextProvider, useText } from '../i18n/text.tsx';
import { Toaster } from '../ui/Toaster/Toaster.tsx';
import { AlertHost } from './errors/AlertHost.tsx';
import { useOnline } from '../browser/use-online.ts';
import { Icon } from '../ui/Icon/Icon.tsx';
import styles from './App.module.css';
import { Pages } from './Pages.tsx';
import type { Location } from '../router/history.ts';
import type { Route } from './route.ts';

type AppProps = {
  readonly routes: readonly Route[];
  readonly page: PageData;
  readonly texts: I18n;
  readonly location: Location;
};

/** Renders the whole page, the same on the server and in the browser. */
export function App({ routes, page, texts, location }: AppProps) {
  return (
    <TextProvider texts={texts}>
      <PageProvider page={page}>
        <Pages routes={routes} first={location} />
        <OfflineStrip />
        <AlertHost />
        <Toaster />
      </PageProvider>
    </TextProvider>
  );
}

/** Explains why nothing loads; the shop stays usable (E02). */
function OfflineStrip() {
  const isOnline = useOnline();
  const t = useText();
  return (
    <div role="status" className={styles.region}>
      {!isOnline && (
        <p className={styles.strip}>
          <Icon name="warn" />
          <span>{t('app.offline')}</span>
        </p>
      )}
    </div>
  );
}
