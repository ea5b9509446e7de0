import type { Theme } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { themeCss, usesDisplayFont } from './theme-css.ts';

const theme: Theme = {
  mode: 'dark',
  shape: 'carved',
  trim: null,
  tokens: { bg: '#130a0a', display: '"Cinzel Variable"' },
  font: {
    family: 'Cinzel Variable',
    url: '/catalogue/shared/fonts/cinzel.woff2?v=1',
    size_adjust: '90%',
  },
  cast: [],
  art: {},
  tagline: '',
};

it('[A01] renders a theme’s tokens, mode and font', () => {
  const css = themeCss(theme, 'de');
  expect(css).toContain('color-scheme:dark');
  expect(css).toContain('--bg:#130a0a');
  expect(css).toContain('@font-face{font-family:"Cinzel Variable"');
  expect(css).toContain('size-adjust:90%');
});

it.each(['pl', 'ro', 'tr', 'vi', 'ru', 'zh', 'tw', 'ko', 'th', 'ta', 'te'] as const)(
  '[S06] renders %s in the body’s font, because the display font lacks its letters',
  (lang) => {
    expect(usesDisplayFont(theme, lang)).toBe(false);
    const css = themeCss(theme, lang);
    expect(css).not.toContain('@font-face');
    expect(css).toContain('--display:var(--body);--ui:var(--body)');
  },
);

it('escapes catalogue data so that it can neither end the style element nor add a property', () => {
  const css = themeCss(
    {
      ...theme,
      tokens: { bg: 'red</style><script>', 'x}body{display:none': '1', scene: 'url("</b")' },
    },
    'en',
  );
  expect(css).not.toContain('</');
  expect(css).not.toContain('display:none');
});
