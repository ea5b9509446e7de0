import { expect, type Page } from '@playwright/test';

/** What stood on a page, however briefly; each waits until it has. */
export type Heard = {
  readonly said: (text: string) => Promise<void>;
  /** In a line that is read out. */
  readonly announced: (text: string) => Promise<void>;
  readonly everSaid: (text: string) => boolean;
  readonly forget: () => void;
};

/**
 * Notes every text that comes onto the pages: a toast stands for two seconds, and whoever looks now
 * and then may look before and after it. Ask before the page is opened.
 */
export async function listenTo(page: Page): Promise<Heard> {
  const heard: { readonly text: string; readonly isAnnounced: boolean }[] = [];
  await page.exposeFunction('heardByTest', (text: string, isAnnounced: boolean) => {
    heard.push({ text, isAnnounced });
  });
  await page.addInitScript(() => {
    type Tell = (text: string, isAnnounced: boolean) => void;
    const tell = (window as unknown as { heardByTest: Tell }).heardByTest;
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        if (place?.closest('script, style')) continue;
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const isCode = node instanceof HTMLScriptElement || node instanceof HTMLStyleElement;
          const text = isCode ? '' : (node.textContent?.trim() ?? '');
          if (text !== '') tell(text, (place?.closest('[role=status]') ?? null) !== null);
        }
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const has = (text: string) => heard.some((each) => each.text.includes(text));
  const isAnnounced = (text: string) =>
    heard.some((each) => each.isAnnounced && each.text.includes(text));
  return {
    said: (text) => expect.poll(() => has(text), `it says: ${text}`).toBe(true),
    announced: (text) => expect.poll(() => isAnnounced(text), `it announces: ${text}`).toBe(true),
    everSaid: has,
    forget() {
      heard.length = 0;
    },
  };
}

/**
 * Whoever is at a notice's button keeps the notice (A15): from now on somebody is, as soon as there
 * is one. Without that it goes after five seconds, whether a slow machine has got to it or not.
 */
export async function holdNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const isNotice = target instanceof Element && target.closest('[role=status]') !== null;
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          // As a dialog opens or closes, the place of notices moves with the one that stands in it.
          const notice = isNotice || node.matches('[role=status]') ? node : null;
          notice?.querySelector('button')?.focus();
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}
