import type { PageData } from '@webpay/contract/page';
import type { I18n } from '@lingui/core';
import { PageProvider } from '../api/page.tsx';
import { TextProvider } from '../i18n/text.tsx';
import { Toaster } from '../ui/Toaster/Toaster.tsx';
import { AlertHost } from './errors/AlertHost.tsx';
import { Offline } from './errors/Offline.tsx';
import { Pages } from './Pages.tsx';
import type { Location } from '../router/history.ts';
import type { Route } from './route.ts';

export type AppProps = {
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
        <Offline />
        <AlertHost />
        <Toaster />
      </PageProvider>
    </TextProvider>
  );
}
