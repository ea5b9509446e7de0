import { expect, type Page } from '@playwright/test';

type Shift = { readonly value: number; readonly what: readonly string[] };

/** Records layout shifts with their elements. @returns expects a quiet page to have shifted by at most 0.02 */
export async function watchShifts(page: Page): Promise<(what: string) => Promise<void>> {
  await page.addInitScript(() => {
    const seen = { value: 0, what: [] as string[] };
    Object.assign(window, { shiftsSeen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          readonly value: number;
          readonly hadRecentInput: boolean;
          readonly sources?: readonly {
            readonly node: Node | null;
            readonly previousRect: DOMRectReadOnly;
            readonly currentRect: DOMRectReadOnly;
          }[];
        };
        if (shift.hadRecentInput) continue;
        seen.value += shift.value;
        for (const { node, previousRect: from, currentRect: to } of shift.sources ?? []) {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : 'text';
          const at = ({ x, y, width, height }: DOMRectReadOnly) =>
            [x, y, width, height].map(Math.round).join(' ');
          seen.what.push(`${name} from ${at(from)} to ${at(to)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async (what) => {
    await page.waitForLoadState('networkidle');
    const { value, what: moved } = await page.evaluate(
      () => (window as unknown as { readonly shiftsSeen: Shift }).shiftsSeen,
    );
    expect.soft(value, `${what}: ${moved.join(', ')}`).toBeLessThanOrEqual(0.02);
  };
}

/**
 * A page that waits for three seconds says so above its skeleton, which moves. A busy machine waits so long without a reason of
 * the page's, so that no such note comes here: no timer of three seconds or more runs.
 */
export async function withoutSlowNotes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = window.setTimeout;
    window.setTimeout = ((work: TimerHandler, ms = 0, ...given: unknown[]) =>
      ms < 3000 ? after(work, ms, ...given) : 0) as typeof setTimeout;
  });
}

/** Latency in ms and speed in bytes per second; 400 kbit/s are the slowest network the shop is made for. */
type Network = { readonly latency: number; readonly bytes: number };
export const SLOWEST: Network = { latency: 400, bytes: 50_000 };

/** Emulates a slow mobile network. */
export async function slowDown(
  page: Page,
  { latency, bytes }: Network = { latency: 150, bytes: 200_000 },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes / 2,
  });
}
