import type { Theme } from '@webpay/contract/calls';
import type { Lang } from '../../i18n/languages.ts';

/** Languages that the latin subset of a display font covers; all others use the body's. */
const LATIN: readonly Lang[] = ['en', 'de', 'fr', 'it', 'es', 'pt', 'sv', 'tl', 'ms', 'id'];

/** Common fonts in the weight of headings; a theme's `size_adjust` is measured on them. */
const STAND_INS = [
  'Arial Bold',
  'Arial-BoldMT',
  'Liberation Sans Bold',
  'Roboto Bold',
  'Roboto-Bold',
]
  .map((name) => `local("${name}")`)
  .join(',');
/** The usual font of Linux desktops, and its width beside the others'. */
const WIDE_STAND_IN = { src: 'local("DejaVu Sans Bold"),local("DejaVuSans-Bold")', ratio: 0.856 };

/** Theme of pages without a project. */
const NEUTRAL: Readonly<Record<string, string>> = {
  bg: '#eef1f5',
  surface: '#ffffff',
  'surface-2': '#f4f6f9',
  'surface-3': '#f9fafc',
  line: '#dfe4ec',
  'line-strong': '#6c7688',
  text: '#1f2430',
  'text-2': '#50586a',
  accent: '#2b4bb3',
  'accent-soft': '#e4eafb',
  'on-accent-soft': '#23408f',
  btn: '#df914b',
  'btn-lip': '#b96c27',
  'on-btn': '#2a1403',
  ribbon: '#b4232f',
  'on-ribbon': '#ffffff',
  gold: '#8a5600',
  'gold-soft': '#ffebc2',
  ok: '#0a6b39',
  'ok-soft': '#ddf5e6',
  warn: '#875000',
  'warn-soft': '#ffedcc',
  err: '#b3162a',
  'err-soft': '#ffe6e6',
  'hero-ink': '#1f2430',
  focus: '#0b57d0',
  tint: '#ffc861',
  'ev-1': '#23345f',
  'ev-2': '#3c56a6',
  'ev-3': '#7d97e0',
  'on-ev': '#ffffff',
  r1: 'calc(var(--u) * 0.22)',
  r2: 'calc(var(--u) * 0.33)',
  r3: 'calc(var(--u) * 0.5)',
  rb: 'calc(var(--u) * 0.62)',
  halo: 'rgb(255 255 255/.9)',
  sky: 'linear-gradient(180deg,#dfe7f4 0%,#eef1f5 100%)',
  scene: 'none',
};

export function usesDisplayFont(theme: Theme | null, lang: Lang): boolean {
  return Boolean(theme?.font) && LATIN.includes(lang);
}

/** Renders the theme's font and an unlayered `:root` block, which overrides the tokens' layer. */
export function themeCss(theme: Theme | null, lang: Lang): string {
  const tokens = Object.entries(theme?.tokens ?? NEUTRAL).filter(([name]) =>
    /^[a-z][a-z0-9-]*$/.test(name),
  );
  const block = tokens.map(([name, value]) => `--${name}:${inCss(value)}`).join(';');
  const root = `:root{color-scheme:${theme?.mode ?? 'light'};${block}}`;
  const font = theme?.font;
  if (!font) return root;
  // Two fonts never mix inside one word: a language without letters in the font does not use it.
  if (!usesDisplayFont(theme, lang)) return `${root}:root{--display:var(--body);--ui:var(--body)}`;
  const family = inCss(font.family);
  const adjust = Number.parseFloat(font.size_adjust);
  return (
    `@font-face{font-family:"${family}";src:url("${inCss(font.url)}") format("woff2");font-weight:100 900;font-display:swap}` +
    // Placeholder of the font's width until the font has loaded, so that nothing moves. The last installed one counts.
    standIn(family, WIDE_STAND_IN.src, `${(adjust * WIDE_STAND_IN.ratio).toFixed(1)}%`) +
    standIn(family, STAND_INS, font.size_adjust) +
    root
  );
}

const standIn = (family: string, src: string, sizeAdjust: string) =>
  `@font-face{font-family:"${family} stand-in";src:${src};size-adjust:${inCss(sizeAdjust)}}`;

/** Escapes catalogue data so that it cannot end the style element. */
const inCss = (value: string) => value.replaceAll('</', '<\\/');
