import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { allChannels, allProducts } from '../projects/queries.ts';
import { newestVersions } from '../projects/version-queries.ts';
import { scopeOf, type Sees } from './scope.ts';

/** Live goods and methods of a project, of one moment; null: there is no such project, or not for this operator. */
export async function readGoods(
  ctx: Ctx,
  operator: Sees,
  { project: code }: ConsoleInput<'goods'>,
): Promise<ConsoleResult<'goods'> | null> {
  const project = ctx.catalogue.project(code);
  if (project === null || scopeOf(operator, code)?.length === 0) return null;
  const { versions, products, channels } = await ctx.db.transaction(
    async (tx) => ({
      versions: await tx.many(newestVersions, { project: code, most: 1 }),
      products: await tx.many(allProducts),
      channels: await tx.many(allChannels),
    }),
    { isolation: 'repeatable read', readOnly: true },
  );
  const own = channels.filter((row) => row.project === code);
  const offered = new Set(own.map(({ pay_id }) => pay_id));
  const sold = new Set(project.countries.map(({ country }) => country));
  const { methods } = ctx.config;
  return {
    project: { code, name: project.name['en'] ?? code },
    version: versions[0]?.number ?? null,
    langs: ['en', ...project.langs.filter((lang) => lang !== 'en')],
    countries: [...sold].toSorted(),
    goods: products
      .filter((row) => row.project === code)
      .map(({ product_id, kind, on_sale, limit_max, limit_period, data }) => ({
        product_id,
        kind,
        on_sale,
        limit:
          limit_max === null || limit_period === null
            ? null
            : { max: limit_max, period: limit_period },
        names: data.name,
        descriptions: data.description,
      })),
    ways: own.map(({ pay_id, data }) => ({
      pay_id,
      name: data.name['en'] ?? pay_id,
      countries: data.countries === '*' ? '*' : [...data.countries],
    })),
    other_ways: [...methods.values()]
      .filter(({ id, country }) => !offered.has(id) && (country === '*' || sold.has(country)))
      .map(({ id, name }) => ({ pay_id: id, name: name['en'] ?? id })),
    now: ctx.clock.real().getTime(),
  };
}
