import type { Ctx } from '../../context.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { createLru } from './lru.ts';
import type { Packed } from './pack-page.ts';
import { createRenderLane, type LaneRules } from './render-lane.ts';

/** A page as it is sent. */
export type StoredPage = Packed & {
  readonly status: 200 | 404;
  readonly lang: string;
  /** The page's security headers. */
  readonly policies: Readonly<Record<string, string>>;
  /** Games may show it in a frame; `frame-ancestors` names them. */
  readonly isFrameable: boolean;
};

export type PageLimits = LaneRules & {
  /** The longest wait for a page to be made. */
  readonly waitMs: number;
  /** The size of all stored pages. */
  readonly bytes: number;
};

/** docs/decisions/0031: a page takes about 7 ms and 40 kB. */
export const PAGE_LIMITS: PageLimits = {
  atOnce: 1,
  waiting: 32,
  ofNetwork: 4,
  waitMs: 2_000,
  bytes: 16_000_000,
};

/** Headers and the entry itself. */
const OVERHEAD_BYTES = 4_000;

export type PageWish = {
  /** Changes whenever the page does. */
  readonly key: string;
  /** As `limitedAddress` writes it. */
  readonly network: string;
  readonly make: () => Promise<StoredPage>;
  /** A cheaper page, made at once when the queue is full or too slow. */
  readonly inHaste: { readonly key: string; readonly make: () => Promise<StoredPage> };
};

export type PageStore = ReturnType<typeof createPageStore>;

/** Makes each page once, few at once, and stores it until newer pages need its room. */
export function createPageStore(ctx: Pick<Ctx, 'metrics' | 'log' | 'clock'>, limits: PageLimits) {
  const stored = createLru<StoredPage>(
    limits.bytes,
    ({ br, gzip }) => (br?.length ?? 0) + gzip.length + OVERHEAD_BYTES,
  );
  const lane = createRenderLane(limits);
  const making = new Map<string, Promise<StoredPage>>();
  ctx.metrics.watchPages({ bytes: stored.bytes, waiting: lane.waiting });

  /** Stores the page when it is made, also after its visitors stopped waiting. */
  function follow(key: string, work: Promise<StoredPage>): Promise<StoredPage> {
    const made = work
      .then((page) => {
        stored.set(key, page);
        return page;
      })
      .finally(() => making.delete(key));
    // A visitor who still waits gets the error.
    made.catch(() => undefined);
    making.set(key, made);
    return made;
  }

  /** null: not now. */
  async function madeInTime({ key, network, make }: PageWish): Promise<StoredPage | null> {
    let made = making.get(key);
    if (made === undefined) {
      const entered = lane.enter(network, make);
      if (typeof entered === 'string') {
        reportLimit(ctx, entered === 'full' ? 'renders' : 'renders_of_network');
        return null;
      }
      made = follow(key, entered);
    }
    const page = await within(limits.waitMs, made);
    if (page === null) reportLimit(ctx, 'renders');
    return page;
  }

  return {
    /** @throws the error of `make` */
    async get(wish: PageWish): Promise<StoredPage> {
      const found = stored.get(wish.key);
      if (found !== null) {
        ctx.metrics.pages.inc({ answer: 'stored' });
        return found;
      }
      const page = await madeInTime(wish);
      if (page !== null) {
        ctx.metrics.pages.inc({ answer: 'rendered' });
        return page;
      }
      ctx.metrics.pages.inc({ answer: 'skeleton' });
      const { key, make } = wish.inHaste;
      return stored.get(key) ?? making.get(key) ?? follow(key, make());
    },
  };
}

/** Waits for work, `ms` at most. @returns null when it has not ended by then; the work continues. @throws its error */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const end = Promise.withResolvers<null>();
  const timer = setTimeout(() => end.resolve(null), ms);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}
