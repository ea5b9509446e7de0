import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGES } from '@webpay/contract/languages';
import { PAGE_LIMITS } from '../../apps/api/src/http/pages/page-store.ts';
import { seeded, type Chance } from '../chaos/seeded.ts';
import type { Answer, Attacks, Target } from './target.ts';

const PROJECTS = ['miniflix', 'poi_mbo', 'vp_mbo', 'cgg', 'dr2', 'dr2_mpt'] as const;
const ROUTES = ['', '/goodsList', '/payment', '/orders', '/iframe', '/offline.html'] as const;
const COUNTRIES = ['US', 'DE', 'JP', 'MX', 'BR', 'GB', 'FR', 'KR', 'ID', 'TH'] as const;
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

const PAGES_A_SECOND = 50;
/** `npm run attack` floods for a minute, with deadlines; the tests for some seconds, without. */
const PAGES_OF_PARALLEL = 3;
const FULL_RUN = 1_000;
const MAX_GROWTH_BYTES = 150_000_000;
const CHECK_WITHIN_MS = 1_000;
const CHECK_EVERY_MS = 250;

/** A different page for most requests: some four thousand variants. */
async function askVariant(shop: Target, { pick }: Chance): Promise<Answer> {
  const cookie = [
    `lang=${pick(LANGUAGES)}`,
    `country=${pick(COUNTRIES)}`,
    pick(['known=1', 'known=0']),
    pick(['popup=closed', 'popup=']),
  ].join('; ');
  return shop.send(`/${pick(PROJECTS)}${pick(ROUTES)}`, {
    headers: { cookie, 'x-country': pick(COUNTRIES), 'accept-encoding': pick(ENCODINGS) },
  });
}

type Gauges = { readonly rss: number; readonly stored: number; readonly answered: number };

async function readGauges({ environment }: Target): Promise<Gauges> {
  const text = await (await fetch(`${environment.metricsUrl}/metrics`)).text();
  const sum = (name: string): number =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
  return {
    rss: sum('process_resident_memory_bytes'),
    stored: sum('webpay_page_store_bytes'),
    answered: sum('webpay_pages_total'),
  };
}

/** Checks health and memory until `stop` is aborted. */
async function watch(shop: Target, before: Gauges, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    const ready = await fetch(`${shop.environment.url}/readyz`);
    // A shared machine may be late for reasons of its own: the short run asks for an answer only.
    const isHealthy = ready.status === 200 || (shop.parallel < FULL_RUN && ready.status === 503);
    assert(isHealthy, `/readyz answers ${ready.status} while pages are flooded`);
    const { rss, stored } = await readGauges(shop);
    if (shop.parallel >= FULL_RUN) {
      const tookMs = performance.now() - began;
      assert(tookMs < 2 * CHECK_WITHIN_MS, `readiness and metrics took ${tookMs} ms`);
    }
    assert(stored <= PAGE_LIMITS.bytes, `${stored} bytes of pages are stored`);
    assert(rss - before.rss <= MAX_GROWTH_BYTES, `memory grew by ${rss - before.rss} bytes`);
    await sleep(CHECK_EVERY_MS);
  }
}

/** After a flood the shop gets back to ready by itself. */
async function untilReady({ environment }: Target): Promise<void> {
  while ((await fetch(`${environment.url}/readyz`)).status !== 200) await sleep(CHECK_EVERY_MS);
}

export const PAGES: Attacks = {
  '[V06] fifty variants of pages a second get pages, and cost neither readiness nor memory (14.10)':
    async (shop) => {
      // At rest, a shop has shown each of its screens.
      for (const project of PROJECTS) {
        for (const route of ROUTES) await shop.send(`/${project}${route}`);
      }
      const before = await readGauges(shop);
      const flooded = new AbortController();
      const watching = watch(shop, before, flooded.signal);
      // Awaited below, after the flood.
      watching.catch(() => undefined);
      const count = PAGES_OF_PARALLEL * shop.parallel;
      const chance = seeded(1);
      const answers: Promise<Answer>[] = [];
      for (let n = 0; n < count; n += 1) {
        answers.push(askVariant(shop, chance));
        await sleep(1_000 / PAGES_A_SECOND);
      }
      const all = await Promise.all(answers);
      flooded.abort();
      await watching;
      await untilReady(shop);
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
      for (const { headers } of all) assert.match(String(headers['content-type']), /^text\/html/);
      assert(
        (await readGauges(shop)).answered - before.answered >= count,
        'pages were not counted',
      );
    },
};
