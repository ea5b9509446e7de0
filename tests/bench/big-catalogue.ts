import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { parse, stringify } from 'yaml';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { opened } from '../../tools/ending.ts';

const shelf = v.looseObject({
  products: v.array(v.looseObject({ product_id: v.string(), kind: v.string() })),
});

/** A copy of the catalogue in which `project` sells `count` goods: its own under new ids. */
export async function bigCatalogue(
  project: string,
  count: number,
): Promise<{ readonly dir: string; readonly remove: () => Promise<void> }> {
  const source = readConfig({}).catalogueDir;
  const dir = await mkdtemp(path.join(tmpdir(), 'webpay-bench-catalogue-'));
  const remove = opened(() => rm(dir, { recursive: true, force: true }));
  for (const folder of ['shared', project]) {
    await cp(path.join(source, folder), path.join(dir, folder), { recursive: true });
  }
  const file = path.join(dir, project, 'products.yaml');
  const content = v.parse(shelf, parse(await readFile(file, 'utf8')));
  const sold = content.products.filter(({ kind }) => kind === 'topup' || kind === 'pack');
  const rest = content.products.filter((each) => !sold.includes(each));
  const products = Array.from({ length: count }, (_, index) => {
    const original = sold[index % sold.length];
    if (original === undefined) throw new Error(`${project} sells nothing`);
    return { ...original, product_id: `${original.product_id}-${index}` };
  });
  await writeFile(file, stringify({ ...content, products: [...products, ...rest] }));
  return { dir, remove };
}
