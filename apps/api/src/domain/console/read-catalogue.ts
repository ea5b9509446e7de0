import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { allProducts } from '../projects/queries.ts';
import { publicationsOf } from '../projects/publication-queries.ts';
import { newestVersions } from '../projects/version-queries.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { scopeOf, type Sees } from './scope.ts';

const MAX_VERSIONS = 50;
const MAX_PUBLICATIONS = 50;

/** Live prices of a project and its versions, of one moment; null: there is no such project, or not for this operator. */
export async function readCatalogueFile(
  ctx: Ctx,
  operator: Sees,
  { project: code }: ConsoleInput<'catalogue'>,
): Promise<ConsoleResult<'catalogue'> | null> {
  const project = ctx.catalogue.project(code);
  if (project === null || scopeOf(operator, code)?.length === 0) return null;
  const { versions, products, publications } = await ctx.db.transaction(
    async (tx) => ({
      versions: await tx.many(newestVersions, { project: code, most: MAX_VERSIONS }),
      products: await tx.many(allProducts),
      publications: await tx.many(publicationsOf, { project: code, most: MAX_PUBLICATIONS }),
    }),
    { isolation: 'repeatable read', readOnly: true },
  );
  const currencies = new Set(project.countries.map(({ currency }) => currency));
  currencies.delete('USD');
  return {
    project: { code, name: project.name['en'] ?? code },
    versions: versions.map((row) => ({
      number: row.number,
      source: row.source,
      restores: row.restores,
      at: row.made_at.getTime(),
      by: row.by_name,
      because: row.because,
    })),
    publications: publications.map((row) => ({
      id: row.id,
      state: row.state,
      title: row.title,
      effects: row.effects,
      publish_at: row.publish_at.getTime(),
      by: row.by_name,
      because: row.because,
      ended_why: row.ended_why,
    })),
    currencies: ['USD', ...[...currencies].toSorted()],
    goods: products
      .filter((row) => row.project === code)
      .map(({ product_id, data, on_sale, prices }) => ({
        product_id,
        name: data.name['en'] ?? product_id,
        on_sale,
        prices: prices ?? {},
      })),
    now: ctx.clock.real().getTime(),
    shop_now: ctx.clock.nowMs(),
  };
}

/** Text files of the live version that a person may save and import: YAML and translations. Null: no such project for this operator. */
export async function readCatalogueTexts(
  ctx: Ctx,
  operator: Sees,
  { project: code }: ConsoleInput<'catalogueFiles'>,
): Promise<ConsoleResult<'catalogueFiles'> | null> {
  const project = ctx.catalogue.project(code);
  if (project === null || scopeOf(operator, code)?.length === 0) return null;
  const live = await liveVersion(ctx.db, code);
  const texts =
    live === null ? new Map<string, string>() : await textsOf(ctx.db, code, live.number);
  return {
    project: { code, name: project.name['en'] ?? code },
    version: live?.number ?? null,
    files: [...texts]
      .filter(([path]) => /\.(?:yaml|json)$/.test(path))
      .map(([path, text]) => ({ path, text })),
  };
}
