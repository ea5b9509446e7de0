import type { Theme } from '@webpay/contract/calls';
import type { PageData } from '@webpay/contract/page';
import template from '../../../index.html?raw';
import { limitsOf } from '../../api/limits.ts';
import { langTag } from '../../i18n/languages.ts';
import { paths } from '../../router/paths.ts';
import { iconSprite } from '../../ui/Icon/icon-sprite.ts';
import type { Assets, ScreenAssets } from './assets.ts';
import { themeCss, usesDisplayFont } from './theme-css.ts';

/** Style inside `<noscript>`: the reason comes first, and nothing seems to be loading. */
const NO_SCRIPT_STYLE = [
  '[data-no-script]{padding:var(--s3) var(--s4);background:var(--text);color:var(--surface);',
  'font:600 var(--fs-3)/var(--lh) var(--body)}',
  '[data-no-script]>a{color:inherit;white-space:nowrap}',
  "#late,[aria-busy='true'],[data-skeleton]{display:none}",
].join('');

type DocumentParts = {
  readonly page: PageData;
  readonly title: string;
  readonly backColor: string;
  /** The markup inside #root. */
  readonly app: string;
  readonly assets: Assets;
  readonly screen: ScreenAssets | null;
  readonly noscript: string;
  /** Shown by css alone where the shop's script has not started in time. */
  readonly late: string;
};

/** Fills index.html. @returns the document and the text of every inlined style element. */
export function composeDocument(parts: DocumentParts): { html: string; styles: string[] } {
  const { page, assets, screen } = parts;
  const theme = page.configs?.theme ?? null;
  const style = [
    themeCss(theme, page.lang),
    `body{background:${parts.backColor}}`,
    assets.main.css,
    screen?.css ?? '',
  ].join('\n');

  const html = fill(template, {
    lang: langTag(page.lang),
    htmlAttributes: themeAttributes(theme),
    title: escapeHtml(parts.title),
    head: [
      ...fontPreload(parts),
      ...scriptPreloads(parts),
      `<style>${style}</style>`,
      // Inlined above; the disabled link keeps the module loader from fetching it.
      ...[...assets.main.cssFiles, ...(screen?.cssFiles ?? [])].map(
        (href) => `<link rel="stylesheet" href="${escapeHtml(href)}" disabled>`,
      ),
      ...metaTags(page),
    ].join('\n'),
    icons: iconSprite,
    app: parts.app,
    noscript: noScriptText(parts),
    noscriptStyle: NO_SCRIPT_STYLE,
    late: escapeHtml(parts.late),
    page: inlineJson(page),
    boot: bootTag(parts),
  });
  return { html, styles: [style, NO_SCRIPT_STYLE] };
}

/** Names the reason and, on pages of a project, the address of customer service. */
function noScriptText({ noscript, page }: DocumentParts): string {
  const mail = page.configs ? limitsOf(page.configs).email : '';
  const link = `<a href="mailto:${escapeHtml(mail)}">${escapeHtml(mail)}</a>`;
  return mail === '' ? escapeHtml(noscript) : `${escapeHtml(noscript)} ${link}`;
}

function metaTags({ configs, project }: PageData): string[] {
  const color = `<meta name="theme-color" content="${escapeHtml(configs?.theme.tokens['bg'] ?? '#ffffff')}">`;
  // Without an icon the browser requests /favicon.ico.
  if (!configs) return [color, '<link rel="icon" href="data:,">'];
  const { name, theme, resource_configs } = configs;
  return [
    color,
    `<link rel="icon" href="${escapeHtml(resource_configs.icon)}">`,
    ...(project === null
      ? []
      : [
          `<link rel="manifest" href="${escapeHtml(paths.manifest(project))}" crossorigin="use-credentials">`,
          // iOS requests it by its own name.
          `<link rel="apple-touch-icon" href="/catalogue/${escapeHtml(project)}/art/app-192.png">`,
        ]),
    `<meta name="description" content="${escapeHtml(`${name}: ${theme.tagline}`)}">`,
  ];
}

function fontPreload({ page }: DocumentParts): string[] {
  const theme = page.configs?.theme ?? null;
  const url = theme?.font?.url;
  if (url === undefined || !usesDisplayFont(theme, page.lang)) return [];
  return [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(url)}">`];
}

/** True for pages useless without script: skeletons, and home without a known player's goods. */
const needsScriptNow = (page: PageData) => !page.rendered || (page.known && page.shelf === null);

function scriptPreloads({ page, assets, screen }: DocumentParts): string[] {
  if (!needsScriptNow(page)) return [];
  return [
    ...scriptsOf(assets, screen).map(
      (src) => `<link rel="modulepreload" href="${escapeHtml(src)}">`,
    ),
    `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(textsOf(page, assets))}">`,
  ];
}

function bootTag({ page, assets, screen }: DocumentParts): string {
  const scripts = escapeHtml(scriptsOf(assets, screen).join(' '));
  const now = needsScriptNow(page) ? ' data-now' : '';
  const texts = escapeHtml(textsOf(page, assets));
  return `<script type="module" async id="boot" src="${escapeHtml(assets.boot)}" data-scripts="${scripts}" data-texts="${texts}"${now}></script>`;
}

const textsOf = (page: PageData, assets: Assets) => assets.texts[page.lang] ?? '';

const scriptsOf = (assets: Assets, screen: ScreenAssets | null) => [
  ...assets.main.scripts,
  ...(screen?.scripts ?? []),
];

function fill(text: string, slots: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => slots[name] ?? whole);
}

/** Writes the attributes of `<html>` that the styles read. */
export function themeAttributes(theme: Theme | null): string {
  const { mode = 'light', shape = 'round', trim = null } = theme ?? {};
  const attributes = ` data-mode="${escapeHtml(mode)}" data-shape="${escapeHtml(shape)}"`;
  return trim === null ? attributes : `${attributes} data-trim="${escapeHtml(trim)}"`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escapes JSON so that no sequence ends its element or starts a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
