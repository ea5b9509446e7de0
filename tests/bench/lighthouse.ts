import lighthouse from 'lighthouse';

export type PageFigures = {
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
  /** 0–100 by requested category. */
  readonly scores: Readonly<Record<string, number>>;
};

export type VisitOptions = {
  readonly port: number;
  readonly throttling: 'applied' | 'simulated';
  readonly categories: readonly string[];
};

const TRIES = 3;

/**
 * One uncached visit by Lighthouse's phone in the browser on `port`, with its storage and cookies.
 * `applied` throttles for real, `simulated` computes.
 */
export async function visit(url: string, options: VisitOptions): Promise<PageFigures> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await visitOnce(url, options);
    } catch (error) {
      // A busy machine sometimes loses the beginning of a trace.
      if (tried === TRIES) throw error;
    }
  }
}

async function visitOnce(url: string, options: VisitOptions): Promise<PageFigures> {
  const result = await lighthouse(url, {
    port: options.port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...options.categories],
    throttlingMethod: options.throttling === 'applied' ? 'devtools' : 'simulate',
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const { audits, categories, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const number = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    lcpMs: number('largest-contentful-paint'),
    cls: number('cumulative-layout-shift'),
    tbtMs: number('total-blocking-time'),
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    ),
  };
}
