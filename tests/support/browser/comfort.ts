import type { Page } from '@playwright/test';
import { resizeTo } from './steps.ts';
import { expect } from './test.ts';
import { findTextFaults } from './text-fit.ts';

/** WCAG 1.4.12: text spacing that a reader may set without losing content. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}

/** Half of 1280 × 800: the viewport at a browser zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };

/** Finds touch targets below the minimum size, hit area included: `"Switch": 40 × 30`. */
function findSmall(): string[] {
  const top = document.querySelector('dialog:modal') ?? document;
  const pressable = 'a[href], button, input, select, textarea, [role="option"]';
  return [...top.querySelectorAll(pressable)].flatMap((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.sr-only')) return [];
    // A field counts with its label; a link inside a sentence is exempt.
    const whole = each.closest('label') ?? each;
    if (getComputedStyle(whole).display === 'inline') return [];
    whole.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, bottom, width, height } = whole.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hits = (dx: number, dy: number): boolean => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && whole.contains(hit);
    };
    // The hit area may exceed the drawn size.
    const isHigh = height >= 44 || (hits(0, -21.5) && hits(0, 21.5));
    // Rows of equal controls and number fields may be denser.
    const isDense = each.getAttribute('role') === 'spinbutton' || (width >= 44 && height >= 36);
    if ((isHigh || isDense) && width >= 24 && height >= 24) return [];
    const name = each.getAttribute('aria-label') ?? whole.textContent.trim().slice(0, 30);
    return [`"${name}": ${Math.round(width)} × ${Math.round(height)}`];
  });
}

/** Finds movement that goes on under prefers-reduced-motion. */
function findMoving(): string[] {
  return document.getAnimations().flatMap((animation) => {
    const { effect } = animation;
    const { iterations = 1, duration = 0 } = effect?.getTiming() ?? {};
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect)) return [];
    const moves = effect
      .getKeyframes()
      .some((frame) => 'transform' in frame || 'translate' in frame);
    if (!moves || (iterations === 1 && Number(duration) <= 10)) return [];
    return [
      `${effect.target?.className ?? ''} moves for ${String(duration)} ms, ${iterations} times`,
    ];
  });
}

/** Elements that would move, with the part of their style that says so. */
function findMotion(): string[] {
  const isLong = (times: string): boolean => times.split(',').some((each) => parseFloat(each) > 0);
  return [...document.querySelectorAll('body, body *')].flatMap((each) =>
    [null, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(each, part);
      const name = `${each.tagName} ${each.className}${part ?? ''}`;
      // The note of a page whose script is late waits; it does not move.
      const moves =
        style.animationName !== 'none' && isLong(style.animationDuration) && each.id !== 'late';
      return [
        ...(moves ? [`${name} animates ${style.animationName}`] : []),
        ...(isLong(style.transitionDuration) ? [`${name} changes by ${style.transition}`] : []),
      ];
    }),
  );
}

/** Expects the open screen to stand still where a reader asks for reduced motion. */
export async function expectStill(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(findMotion), screen).toEqual([]);
  const running = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(running, `${screen} runs animations`).toBe(0);
}

/** Expects large touch targets, no movement, and room for a zoom of 200 % and for wide text. Leaves a phone's size. */
export async function expectComfort(page: Page, screen: string): Promise<void> {
  // Pending images, fonts and answers may still move the page.
  const findsNone = (how: string, find: () => string[]): Promise<void> =>
    expect.poll(() => page.evaluate(find), `${screen}, ${how}`).toEqual([]);
  await findsNone('thumb', findSmall);
  await findsNone('movement', findMoving);
  await expectStill(page, screen);
  await resizeTo(page, ZOOMED);
  await findsNone('zoom', findTextFaults);
  await expect(page.locator('[data-primary]:visible').last()).toBeInViewport({ ratio: 1 });
  await resizeTo(page, { width: 360, height: 800 });
  await page.evaluate(spaceText);
  await findsNone('spacing', findTextFaults);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}
