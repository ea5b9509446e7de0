import type { InlinePicture, OfflinePage, PageData } from '@webpay/contract/page';
import { PAGE_PATHS } from '@webpay/contract/page-paths';
import { renderToStaticMarkup } from 'react-dom/server';
import { PageProvider } from '../../api/page.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { langTag } from '../../i18n/languages.ts';
import { createTexts, TextProvider, translatorOf } from '../../i18n/text.tsx';
import { loadCatalogue } from 'virtual:catalogues';
import { Button } from '../../ui/Button/Button.tsx';
import type { Assets } from './assets.ts';
import { escapeHtml, themeAttributes } from './document.ts';
import { pageTitle } from '../route.ts';
import { themeCss } from './theme-css.ts';

const LOOK_EVERY_MS = 10_000;

/**
 * Reloads with the whole address: the return from a bank holds the order in its fragment.
 * Polls as well: a browser reports `online` once, before its network works.
 */
const SCRIPT = `const again = () => location.reload();
const look = () => fetch('${PAGE_PATHS.heartbeat.path}', { cache: 'no-store' }).then(({ ok }) => ok && again(), () => {});
document.querySelector('button').addEventListener('click', again);
addEventListener('online', again);
setInterval(look, ${LOOK_EVERY_MS});`;

/** Renders the offline page, which needs no further request. */
export async function composeOffline(
  assets: Assets,
  page: PageData,
  inline: InlinePicture,
): Promise<OfflinePage> {
  const texts = createTexts(page.lang, await loadCatalogue(page.lang));
  const t = translatorOf(texts);
  const own = withPictures(page, inline);
  const theme = own.configs?.theme ?? null;
  const app = renderToStaticMarkup(
    <TextProvider texts={texts}>
      <PageProvider page={own}>
        <WholePage
          picture={theme?.art['asleep']}
          title={t('offline.title')}
          text={t('offline.text')}
          action={<Button wide>{t('ui.try_again')}</Button>}
        />
      </PageProvider>
    </TextProvider>,
  );
  // The theme's own font is a file: without a network the body's replaces it.
  const style = [
    themeCss(theme && { ...theme, font: null }, page.lang),
    ':root{--display:var(--body);--ui:var(--body)}body{background:var(--bg)}',
    assets.main.css,
  ].join('\n');
  const html = `<!doctype html>
<html lang="${langTag(page.lang)}"${themeAttributes(theme)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(pageTitle(t, own.configs?.name, 'offline.title'))}</title>
<style>${style}</style>
</head>
<body>
<div id="root">${app}</div>
<script>${SCRIPT}</script>
</body>
</html>
`;
  return { html, styles: [style], script: SCRIPT };
}

/** Inlines the pictures of the page; a picture that cannot be inlined is left out. */
function withPictures(page: PageData, inline: InlinePicture): PageData {
  const { configs } = page;
  if (!configs) return page;
  const { theme, resource_configs } = configs;
  const asleep = inline(theme.art['asleep'] ?? '');
  return {
    ...page,
    configs: {
      ...configs,
      resource_configs: { ...resource_configs, icon: inline(resource_configs.icon) },
      theme: {
        ...theme,
        cast: theme.cast
          .map((piece) => ({ ...piece, image: inline(piece.image) }))
          .filter(({ image }) => image !== ''),
        art: asleep === '' ? {} : { asleep },
      },
    },
  };
}
