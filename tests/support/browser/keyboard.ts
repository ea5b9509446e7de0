import { errors, expect, type Frame, type Locator, type Page } from '@playwright/test';

/** The focused element and its accessible name. */
export type Stop = { readonly said: string; readonly element: Locator };

/** Presses the key until the name of the focused element matches. Throws when a stop shows no focus. */
export async function tabTo(page: Page, words: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const said: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const stop = await focusOf(page);
    said.push(stop.said);
    if (stop.said !== '') await expectFocusSeen(stop);
    if (words.test(stop.said)) return stop;
  }
  throw new Error(`the keyboard never reaches ${String(words)}:\n${said.join('\n')}`);
}

/** An element that is not named within this time has lost the focus, which is then elsewhere. */
const NAMED_WITHIN_MS = 2000;

/** Finds the focused element, in frames too; its name is "" when none has the focus. */
export async function focusOf(page: Page): Promise<Stop> {
  let frame: Frame = page.mainFrame();
  try {
    for (;;) {
      const active = await frame.evaluateHandle(() => document.activeElement);
      // A frame may leave the page between the two calls: the focus is then outside it.
      const inner = await active
        .asElement()
        ?.contentFrame()
        .catch(() => null);
      if (!inner) break;
      frame = inner;
    }
    const element = frame.locator(':focus');
    const isAnywhere = (await element.count()) > 0;
    const named = () => element.ariaSnapshot({ timeout: NAMED_WITHIN_MS });
    return { said: isAnywhere ? await named() : '', element };
  } catch (error) {
    // The page left the frame, or the focus left the element before it was named.
    if (frame.isDetached() || error instanceof errors.TimeoutError) return focusOf(page);
    throw error;
  }
}

/** Expects the element in view, uncovered, and looking different from its unfocused copy. */
async function expectFocusSeen({ said, element }: Stop): Promise<void> {
  await expect(element, said).toBeInViewport();
  const problem = await element.evaluate(async (focused) => {
    // A focus mark may fade in.
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const marks = (each: Element): string =>
      [undefined, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(each, part);
          const outline = style.outlineStyle === 'none' ? '' : style.outlineWidth;
          return [outline, style.boxShadow, style.backgroundColor, style.borderColor].join(' ');
        })
        .join();
    let isMarked = false;
    for (
      let each: Element | null = focused, level = 0;
      each && level < 4 && each.parentElement && each !== document.body;
      each = each.parentElement, level += 1
    ) {
      // A copy in the same place has every style but the focus.
      const copy = each.cloneNode(true);
      if (!(copy instanceof HTMLElement || copy instanceof SVGElement)) break;
      copy.style.transition = 'none';
      // A copied name would change the selected radio button; a copied frame would load.
      for (const input of [copy, ...copy.querySelectorAll('input')]) input.removeAttribute('name');
      for (const inner of copy.querySelectorAll('iframe')) inner.remove();
      each.after(copy);
      isMarked ||= marks(copy) !== marks(each);
      copy.remove();
    }
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isCovered =
      over !== null && !focused.contains(over) && !over.contains(focused) && right - left > 2;
    // A label may cover its own radio button.
    const isOwnLabel = over?.closest('label')?.contains(focused) ?? false;
    if (!isMarked) return 'nothing shows that it has the focus';
    return isCovered && !isOwnLabel ? `it lies under ${over.tagName} ${over.className}` : '';
  });
  expect(problem, said).toBe('');
}
