import type { Page } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** Controls without an edge of another colour than their ground. A field's box is its edge. */
function findBare(): string[] {
  const controls = document.querySelectorAll(
    'button, input, select, textarea, [role=radio], [role=textbox]',
  );
  const hasEdge = (part: Element): boolean => {
    const { backgroundColor, borderBlockStart, outline } = getComputedStyle(part);
    return [borderBlockStart, outline].some((line) => {
      const [width = '0', style = 'none', ...color] = orderOf(line);
      return parseFloat(width) > 0 && style !== 'none' && color.join(' ') !== backgroundColor;
    });
  };
  /** Width, style and colour of a line, however the browser orders them. */
  function orderOf(line: string): string[] {
    const color = /(?:rgba?|color)\([^)]*\)/.exec(line)?.[0] ?? '';
    const rest = line.replace(color, '').trim().split(/\s+/);
    const width = rest.find((each) => /^[\d.]/.test(each)) ?? '0';
    return [width, rest.find((each) => each !== width) ?? 'none', color];
  }
  return [...controls].flatMap((each) => {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    if (each.closest('.sr-only') !== null || each.getBoundingClientRect().width < 2) return [];
    const isField = each.matches('input, select, textarea');
    const parts = isField ? [each, each.parentElement, each.parentElement?.parentElement] : [each];
    if (parts.some((part) => part && hasEdge(part))) return [];
    return [`${each.tagName} ${each.className} "${(each.textContent ?? '').trim()}"`];
  });
}

/** At both widths; leaves the phone's. */
async function everyControlHasAnEdge(page: Page, screen: string): Promise<void> {
  for (const width of [1280, 360]) {
    await resizeTo(page, { width, height: 800 });
    const bare = () => page.evaluate(findBare);
    await expect.poll(bare, `controls without an edge on ${screen} at ${width} px`).toEqual([]);
  }
}

const outlineOf = (card: Element): string => {
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(card);
  return `${outlineStyle} ${outlineStyle === 'none' ? '0px' : outlineWidth} ${outlineOffset}`;
};

test('in forced colours every control of home, shelf, checkout and wheel has an edge at 360 and 1280 px @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await STOPS.home(page, MINIFLIX);
  await everyControlHasAnEdge(page, 'home');
  await expect(page.locator('main h1').first()).toHaveCSS('-webkit-text-stroke-width', '0px');
  await expect(page.locator('main h1').first()).toHaveCSS('text-shadow', 'none');

  const shopper = await signIn(page);
  await STOPS.goodsList(page, MINIFLIX);
  await everyControlHasAnEdge(page, 'the shelf');
  const cards = page.locator('main li button[aria-pressed]');
  await expect(cards.first()).toHaveAttribute('aria-pressed', 'true');
  expect(await cards.first().evaluate(outlineOf), 'the selected good').toBe('solid 3px -3px');
  expect(await cards.nth(1).evaluate(outlineOf), 'another good').toMatch(/^none 0px/);

  await STOPS.payment(page, MINIFLIX, shopper);
  await everyControlHasAnEdge(page, 'the checkout');
  const radios = page.getByRole('radiogroup').first().getByRole('radio');
  const chosen = radios.and(page.locator(':checked')).first();
  const look = (radio: Element): string => getComputedStyle(radio).backgroundColor;
  const other = radios.and(page.locator(':not(:checked)')).first();
  expect(await chosen.evaluate(look)).not.toBe(await other.evaluate(look));

  await page.goto('/miniflix/activity/bargainirg#wheel');
  await expect(page.locator('main [data-step]')).toBeVisible();
  await everyControlHasAnEdge(page, 'the wheel');
});
