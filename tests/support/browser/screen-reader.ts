import type { Page } from '@playwright/test';
import { focusOf } from './keyboard.ts';

/**
 * Records live regions whenever their text changes. Call before the page opens.
 * `plain` replaces what differs by run; null: a moment that a fast page skips.
 */
export async function listenToSpeech(page: Page, plain: (line: string) => string | null) {
  let spoken: string[] = [];
  await page.exposeFunction('recordSpeech', (line: string) => {
    const words = plain(line);
    // A toast moves between layers, and a poll repeats its answer.
    if (words !== null && !spoken.includes(words)) spoken.push(words);
  });
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const { recordSpeech } = window as unknown as { recordSpeech: (line: string) => void };
    const known = new WeakMap<Element, string>();
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    /** `isNew`: a status that arrives with its text is not announced; an alert is. */
    function look(region: Element, isNew: boolean): void {
      if (!(region instanceof HTMLElement) || region.closest('[inert]')) return;
      const walk = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      let text = '';
      while (walk.nextNode()) text += ` ${walk.currentNode.textContent?.trim() ?? ''}`;
      text = text.replace(/\s+/g, ' ').trim();
      if (text === (known.get(region) ?? '')) return;
      known.set(region, text);
      // Parts of the page as it loads are read, not announced.
      if (document.readyState === 'loading' || (isNew && region.role !== 'alert')) return;
      if (text !== '') recordSpeech(`${region.role ?? 'status'}: ${text}`);
    }
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      const added = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        const around = place?.closest(LIVE);
        if (around) regions.add(around);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const each of node.querySelectorAll(LIVE)) added.add(each);
          if (node.matches(LIVE)) added.add(node);
        }
      }
      for (const each of added) look(each, true);
      for (const each of regions) if (!added.has(each)) look(each, false);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return {
    /** The focused element's role and name, then the announcements since `next`. */
    async heard(): Promise<readonly string[]> {
      const [focus = ''] = (await focusOf(page)).said.split('\n');
      // The card form has the focus, none of its fields yet.
      const frame = await page.evaluate(
        () =>
          document.activeElement?.localName === 'iframe' &&
          document.activeElement.getAttribute('title'),
      );
      const name = focus === '' && frame ? `frame "${frame}"` : focus;
      const said = name.replace(/^- /, '').replace(/:$/, '');
      return [plain(said === '' ? 'focus: none' : `focus: ${said}`) ?? '', ...spoken];
    },
    next() {
      spoken = [];
    },
  };
}
