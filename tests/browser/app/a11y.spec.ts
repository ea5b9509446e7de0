import { findTextFaults } from '../../support/browser/text-fit.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

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

test('[A05, A09] every screen has large touch targets, fits 200 % zoom and wide text, and does not move under reduced motion @full', async ({
  page,
}) => {
  const { home, ...later } = STOPS;
  await home(page, MINIFLIX);
  await isTakenOver(page);
  await look('home');
  const shopper = await signIn(page);
  for (const [name, open] of Object.entries(later)) {
    await open(page, MINIFLIX, shopper);
    await look(name);
  }

  async function look(screen: string): Promise<void> {
    // Pending images, fonts and answers may still move the page.
    const findsNone = (how: string, find: () => string[]): Promise<void> =>
      expect.poll(() => page.evaluate(find), `${screen}, ${how}`).toEqual([]);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await findsNone('thumb', findSmall);
    await findsNone('movement', findMoving);
    await resizeTo(page, ZOOMED);
    await findsNone('zoom', findTextFaults);
    await expect(page.locator('[data-primary]:visible').last()).toBeInViewport({ ratio: 1 });
    await resizeTo(page, { width: 360, height: 800 });
    await page.evaluate(spaceText);
    await findsNone('spacing', findTextFaults);
  }
});

test('[A09] browser zoom by keys and wheel stays possible, Escape is blocked, and the viewport limits no zoom @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  const blocked = await page.evaluate(() => {
    const send = (event: Event): boolean => !document.body.dispatchEvent(event);
    const init = { bubbles: true, cancelable: true };
    return {
      plus: send(new KeyboardEvent('keydown', { ...init, key: '=', ctrlKey: true })),
      minus: send(new KeyboardEvent('keydown', { ...init, key: '-', metaKey: true })),
      wheel: send(new WheelEvent('wheel', { ...init, ctrlKey: true, deltaY: -100 })),
      escape: send(new KeyboardEvent('keydown', { ...init, key: 'Escape' })),
    };
  });
  expect(blocked).toEqual({ plus: false, minus: false, wheel: false, escape: true });
  const viewport = page.locator('meta[name="viewport"]');
  await expect(viewport).not.toHaveAttribute('content', /user-scalable|maximum-scale/);
});
