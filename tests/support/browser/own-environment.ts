import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { freePorts } from '../../../tools/ports.ts';
import { startTestEnvironment, type TestEnvironment } from '../environment.ts';
import { type Counting, startCounting } from './counting.ts';
import { type FaultyHosts, startFaultyHosts } from './faulty-hosts.ts';
import { standalone } from './standalone.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** A shop of the test's own, to be killed and set up otherwise; most of its announced mirrors are none. */
export type Outage = {
  readonly environment: TestEnvironment;
  /** A host that is announced and never answers. */
  readonly deadHost: string;
  readonly faulty: FaultyHosts;
  /** What cgg counts its visits with; the other projects count nothing. */
  readonly counting: Counting;
};

/** cgg's banners lead to a page of its own, to a host that it allows, and to one that it does not. */
export const BANNER_LINKS = [
  '/cgg/goodsList',
  'https://news.cgg.example/spring',
  'https://evil.example/cgg',
] as const;

export const test = base.extend<object, { readonly outage: Outage }>({
  outage: [
    standalone<Outage>(async (use) => {
      const [port, mirror, dead] = await freePorts(3);
      const deadHost = `http://localhost:${dead}`;
      const faulty = await startFaultyHosts();
      const counting = await startCounting();
      const catalogue = await catalogueWith(counting.url);
      const hosts = [port, mirror].map((each) => `http://localhost:${each}`);
      const environment = await startTestEnvironment({
        env: {
          PORT: String(port),
          MIRROR_PORTS: String(mirror),
          API_HOSTS: [...hosts, deadHost, faulty.html, faulty.slow, faulty.wrongClock].join(','),
          CATALOGUE_DIR: catalogue,
        },
      });
      await use({ environment, deadHost, faulty, counting });
      await environment.stop();
      faulty.close();
      counting.close();
      await rm(catalogue, { recursive: true });
    }),
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** The catalogue with what the shipped one leaves empty. */
async function catalogueWith(countingUrl: string): Promise<string> {
  const catalogue = await mkdtemp(path.join(tmpdir(), 'webpay-catalogue-'));
  await chmod(catalogue, 0o755);
  await cp(path.join(import.meta.dirname, '../../../catalogue'), catalogue, { recursive: true });
  const file = path.join(catalogue, 'cgg/project.yaml');
  const project = parseDocument(await readFile(file, 'utf8'));
  project.set('analytics', {
    statistics_src: `${countingUrl}/statistics.js?{id}`,
    statistics_id: 'site-22',
    tag_src: `${countingUrl}/tag.js`,
    tag_id: 'GTM-CGG',
  });
  project.set('link_hosts', ['news.cgg.example']);
  const banner = 'banner-topup.webp';
  project.set(
    'banners',
    BANNER_LINKS.map((banner_url) => ({ banner, banner_url })),
  );
  await writeFile(file, String(project));
  return catalogue;
}
