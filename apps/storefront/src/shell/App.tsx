import type { PageData } from '@webpay/contract/page';
import type { I18n } from '@lingui/core';
import { PageProvider } from '../features/config/page.tsx';
import { TextProvider } from '../i18n/text.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { AlertHost } from './AlertHost.tsx';
import { Offline } from './Offline.tsx';
import { Pages } from './Pages.tsx';
import type { Route } from './route.ts';

export type AppProps = {
  readonly routes: readonly Route[];
  readonly page: PageData;
  readonly texts: I18n;
};

/** The whole page below the router; the same on the server and in the browser. */
export function App({ routes, page, texts }: AppProps) {
  return (
    <TextProvider texts={texts}>
      <PageProvider page={page}>
        <Pages routes={routes} />
        <Offline />
        <AlertHost />
        <Toaster />
      </PageProvider>
    </TextProvider>
  );
}
