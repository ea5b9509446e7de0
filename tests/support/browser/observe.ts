import { expect, type BrowserContext, type Page } from '@playwright/test';

/** Texts that a page has shown, however briefly. */
export type ShownTexts = Awaited<ReturnType<typeof listenTo>>;

/** Records every text of a page, because a poll may miss a toast. Call before the page opens. */
export async function listenTo(page: Page) {
  const shownTexts: { readonly text: string; readonly isAnnounced: boolean }[] = [];
  await page.exposeFunction('recordText', (text: string, isAnnounced: boolean) => {
    shownTexts.push({ text, isAnnounced });
  });
  await page.addInitScript(() => {
    type RecordText = (text: string, isAnnounced: boolean) => void;
    const record = (window as unknown as { recordText: RecordText }).recordText;
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        if (place?.closest('script, style')) continue;
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const isCode = node instanceof HTMLScriptElement || node instanceof HTMLStyleElement;
          const text = isCode ? '' : (node.textContent?.trim() ?? '');
          if (text !== '') record(text, (place?.closest('[role=status]') ?? null) !== null);
        }
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const has = (text: string) => shownTexts.some((each) => each.text.includes(text));
  const isAnnounced = (text: string) =>
    shownTexts.some((each) => each.isAnnounced && each.text.includes(text));
  return {
    /** Waits for the text, as `announced` does. */
    shown: (text: string): Promise<void> =>
      expect.poll(() => has(text), `it says: ${text}`).toBe(true),
    announced: (text: string): Promise<void> =>
      expect.poll(() => isAnnounced(text), `it announces: ${text}`).toBe(true),
    hasShown: has,
    clear() {
      shownTexts.length = 0;
    },
  };
}

/** Focuses the button of every new notice, which keeps the notice open (A15). */
export async function holdNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const isNotice = target instanceof Element && target.closest('[role=status]') !== null;
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          // The notice area moves when a dialog opens or closes.
          const notice = isNotice || node.matches('[role=status]') ? node : null;
          notice?.querySelector('button')?.focus();
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Counts taps outside frames. Call before the page opens. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('tappedForTest', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const record = (window as unknown as { tappedForTest: () => void }).tappedForTest;
    addEventListener('pointerdown', (event) => event.isTrusted && record(), { capture: true });
  });
  return () => taps;
}

/**
 * Simulates a hidden tab: no animation frames, timers at one a second at most. @returns shows the
 * tab again and returns the number of frames that were requested
 */
export async function hideTab(page: Page): Promise<() => Promise<number>> {
  const held = await page.evaluateHandle(() => {
    const waiting: FrameRequestCallback[] = [];
    const draw = window.requestAnimationFrame.bind(window);
    const after = window.setTimeout;
    const say = (state: DocumentVisibilityState): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    window.requestAnimationFrame = (callback) => -waiting.push(callback);
    window.setTimeout = ((work: TimerHandler, ms = 0, ...given: unknown[]) =>
      after(work, Math.max(1000, ms), ...given)) as typeof setTimeout;
    say('hidden');
    return () => {
      window.requestAnimationFrame = draw;
      window.setTimeout = after;
      say('visible');
      for (const callback of waiting) draw(callback);
      return waiting.length;
    };
  });
  return async () => {
    const count = await held.evaluate((show) => show());
    await held.dispose();
    return count;
  };
}

export type Violation = {
  readonly disposition: string;
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
};

/** Records policy violations of every page, except report-only ones of foreign scripts. */
export async function listenForViolations(context: BrowserContext): Promise<readonly Violation[]> {
  const shownTexts: Violation[] = [];
  await context.exposeBinding('tellViolation', (_from, violation: Violation) => {
    shownTexts.push(violation);
  });
  await context.addInitScript(() => {
    const { tellViolation } = globalThis as unknown as {
      tellViolation: (violation: Violation) => Promise<void>;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      const isOurs = event.sourceFile === '' || event.sourceFile.startsWith(location.origin);
      if (event.disposition === 'report' && !isOurs) return;
      void tellViolation({
        disposition: event.disposition,
        directive: event.effectiveDirective,
        blocked: event.blockedURI,
        source: event.sourceFile,
      });
    });
  });
  return shownTexts;
}

type Asked = {
  readonly url: string;
  readonly referrer: string;
  readonly cookie: string;
  readonly from: string;
};

/** Records address, referrer and cookies of every request. */
export function watchAddresses(context: BrowserContext): readonly Asked[] {
  const asked: Asked[] = [];
  context.on('request', (request) => {
    const headers = request.headers();
    const frame = request.isNavigationRequest() ? '' : request.frame().url();
    asked.push({
      url: request.url().replace(/#.*$/, ''),
      referrer: headers['referer'] ?? '',
      cookie: headers['cookie'] ?? '',
      from: URL.canParse(frame) ? new URL(frame).origin : '',
    });
  });
  return asked;
}
