import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../vite-build.ts';

const names = v.optional(v.record(v.string(), v.string()), {});
const entry = v.object({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  integrity: v.optional(v.string()),
  link: v.optional(v.boolean(), false),
  resolved: v.optional(v.string()),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const lock = v.object({ packages: v.record(v.string(), entry) });
type Packages = v.InferOutput<typeof lock>['packages'];

/** A package that the shop runs with; `folder` is relative to the repository. */
export type Part = {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly license: string;
  readonly integrity: string | undefined;
};

const APPS = ['apps/api', 'apps/storefront', 'apps/console'];

/**
 * The packages of package-lock.json that the shop's apps depend on, without development ones.
 * @param without packages that stay out, with what only they need
 */
export function partsOfShop(without: readonly string[] = []): readonly Part[] {
  const { packages } = v.parse(
    lock,
    JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')),
  );
  const found = new Set<string>();
  const open = [...APPS];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const known = packages[folder];
    if (known === undefined || found.has(folder)) continue;
    found.add(folder);
    const needed = [known.dependencies, known.optionalDependencies, known.peerDependencies].flatMap(
      (each) => Object.keys(each),
    );
    for (const name of needed.filter((each) => !without.includes(each))) {
      const at = folderOf(packages, name, folder);
      if (at !== null) open.push(at);
    }
  }
  return [...found].toSorted().flatMap((folder) => {
    const { name, version, license, integrity } = packages[folder] ?? {};
    if (!folder.includes('node_modules/') || version === undefined) return [];
    const own = name ?? folder.split('node_modules/').at(-1) ?? '';
    return [{ name: own, version, folder, license: license ?? 'UNKNOWN', integrity }];
  });
}

/** As Node looks for a package: the nearest `node_modules` upwards. Null: an optional one that is not installed. */
function folderOf(packages: Packages, name: string, from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const at = path.posix.join(folder, 'node_modules', name);
    const known = packages[at];
    if (known?.link === true) return known.resolved ?? null;
    if (known !== undefined) return at;
    if (folder === '.') return null;
  }
}

/** A bill of materials as CycloneDX 1.5 JSON. */
export function billOf(version: string, parts: readonly Part[]): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'webpay', version } },
    components: parts.map((part) => ({
      type: 'library',
      'bom-ref': `${part.name}@${part.version}`,
      name: part.name,
      version: part.version,
      purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
      licenses: [
        / |\(/.test(part.license)
          ? { expression: part.license }
          : { license: { id: part.license } },
      ],
      ...(part.integrity === undefined ? {} : { hashes: [hashOf(part.integrity)] }),
    })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function hashOf(integrity: string): { readonly alg: string; readonly content: string } {
  const [kind = '', base64 = ''] = integrity.split('-');
  const alg = kind.replace(/^sha/, 'SHA-');
  return { alg, content: Buffer.from(base64, 'base64').toString('hex') };
}

/** The licence texts of all packages, which their licences require beside copies. */
export function licencesOf(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    const folder = path.join(ROOT, part.folder);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const own = files.filter((file) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(file));
    const text = own.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    return `${part.name} ${part.version} (${part.license})\n\n${text.join('\n\n')}`;
  });
  return `${texts.join(`\n\n${'-'.repeat(79)}\n\n`)}\n`;
}
