import type { PageAddress, PageData, RenderedPage } from '@webpay/contract/page';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { loadCatalogue } from 'virtual:catalogues';
import { createTexts, TextProvider, translatorOf } from '../i18n/text.tsx';
import { REDIRECTS, ROUTES } from './routes.tsx';
import { App } from './App.tsx';
import type { Assets } from './document/assets.ts';
import { composeDocument } from './document/document.ts';
import { matchPage, matchRoute } from './match-route.ts';
import { pageTitle, screenOf } from './route.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

/** Entry that the API server loads; typed by StorefrontRenderer in the contract. */

export function addressOf(path: string): PageAddress {
  const { route, project } = matchRoute(ROUTES, path);
  return {
    route: route.name,
    project,
    redirect: REDIRECTS[path] ?? null,
    rendered: route.rendered ?? false,
    status: route.status ?? 200,
  };
}

export { chooseLanguage } from '../i18n/choose-language.ts';
export { composeOffline as renderOffline } from './document/offline-document.tsx';

export function createRenderer(assets: Assets) {
  return async (path: string, page: PageData): Promise<RenderedPage> => {
    const { route } = matchPage(ROUTES, path, page.project);
    const screen = screenOf(route, page.configs);
    const texts = createTexts(page.lang, await loadCatalogue(page.lang));
    const t = translatorOf(texts);
    await screen.preload();
    const app = page.rendered
      ? renderToString(
          <App
            routes={ROUTES}
            page={page}
            texts={texts}
            location={{ pathname: path, search: '', hash: '', state: null, key: 'default' }}
          />,
        )
      : renderToStaticMarkup(
          <TextProvider texts={texts}>
            <div data-page={route.name}>
              <PageSkeleton />
            </div>
          </TextProvider>,
        );
    return composeDocument({
      page,
      title: pageTitle(t, page.configs?.name, route.title),
      backColor: route.backColor,
      app,
      assets,
      screen: screen.name === null ? null : (assets.screens[screen.name] ?? null),
      noscript: t('app.no_script'),
      late: t('app.late'),
    });
  };
}
