import { expect, it } from 'vitest';
import { orderOf, paths, withOrder } from '../router/paths.ts';
import { doubleTapRule } from './boot/gestures.ts';
import { inlineJson } from './document/document.ts';
import { isLowEnd } from './boot/scale.ts';
import { withPosition } from './scroll.ts';
import { themeCss } from './document/theme-css.ts';

it('[A09] treats two taps within 300 ms as a double tap', () => {
  const isSecond = doubleTapRule();
  expect([0, 300, 601, 700].map(isSecond)).toEqual([false, true, false, true]);
});

it('[R23] keeps the newest fifty scroll positions', () => {
  let known: Readonly<Record<string, number>> = {};
  for (let index = 0; index < 60; index += 1) known = withPosition(known, `k${index}`, index);
  known = withPosition(known, 'k20', 7);
  expect(Object.keys(known)).toHaveLength(50);
  expect(known['k9']).toBeUndefined();
  expect(Object.entries(known).at(-1)).toEqual(['k20', 7]);
});

it('carries only an order in the fragment', () => {
  expect(withOrder(paths.payment('dr2'), 'tok-1')).toBe('/dr2/payment#order=tok-1');
  expect(orderOf('#order=tok-1')).toBe('tok-1');
  expect(orderOf('#order=tok-1?outTradeNo=A1&status=PENDING')).toBe('tok-1');
  expect(orderOf('#a=1&order=tok-1')).toBe('tok-1');
  expect(orderOf('#reorder=tok-1')).toBeNull();
  expect(orderOf('#order=')).toBeNull();
  expect(orderOf('#order=a b')).toBeNull();
  expect(orderOf('')).toBeNull();
});

it('escapes inlined data so that it cannot end its element', () => {
  expect(inlineJson({ name: '</script><!--' })).not.toMatch(/<\/|<!/);
});

it('[A03] gives pages without a project every colour of a theme', () => {
  const css = themeCss(null, 'en');
  for (const name of ['bg', 'surface', 'text', 'btn', 'on-btn', 'focus', 'scene', 'rb']) {
    expect(css).toContain(`--${name}:`);
  }
});

it('[A11] detects a weak phone by its memory, and assumes none where memory is unknown', () => {
  expect([undefined, 2, 4, 8].map(isLowEnd)).toEqual([false, true, false, false]);
});
