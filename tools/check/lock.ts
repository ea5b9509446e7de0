import path from 'node:path';
import * as v from 'valibot';

const lock = v.object({
  lockfileVersion: v.number(),
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      link: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
      os: v.optional(v.array(v.string())),
      cpu: v.optional(v.array(v.string())),
      libc: v.optional(v.array(v.string())),
      hasInstallScript: v.optional(v.boolean(), false),
      optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});
const manifest = v.object({ allowScripts: v.record(v.string(), v.boolean()) });

const REGISTRY = 'https://registry.npmjs.org/';
/** The platform the shop is built and tested on. */
const OURS = { os: 'linux', cpu: 'x64', libc: 'glibc' };

export type LockReport = {
  readonly problems: readonly string[];
  readonly bound: number;
};

/**
 * Requires the packages of every platform, each with a SHA-512 hash and from the public registry, and
 * no install scripts except those that package.json names.
 */
export function lockReport(lockText: string, manifestText: string): LockReport {
  const { lockfileVersion, packages } = v.parse(lock, JSON.parse(lockText));
  const { allowScripts } = v.parse(manifest, JSON.parse(manifestText));
  const problems = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
  let bound = 0;
  for (const [place, found] of Object.entries(packages)) {
    for (const used of Object.keys(found.optionalDependencies)) {
      // npm may list its own platform's packages only.
      if (placesOf(used, place).some((each) => Object.hasOwn(packages, each))) continue;
      problems.push(`${used} is missing, which ${place || 'the shop'} uses on some platforms`);
    }
    if (found.link || !place.includes('node_modules/')) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // Without `resolved`, npm asks its configured registry and accepts only content with this hash.
    if (found.resolved !== undefined && !found.resolved.startsWith(REGISTRY)) {
      problems.push(`${name} comes from ${found.resolved}`);
    }
    if (/^sha512-[A-Za-z0-9+/]{86}==$/.test(found.integrity ?? '')) bound += 1;
    else problems.push(`${name} is not bound by a SHA-512`);
    // Scripts of other platforms' packages do not run here.
    const isForeign = found.optional && !isForOurs(found);
    if (found.hasInstallScript && allowScripts[name] !== true && !isForeign) {
      problems.push(
        `${name} runs a script on installation, and package.json's allowScripts does not name it`,
      );
    }
  }
  return { problems, bound };
}

/** Places of a package that one at `place` would find, the nearest first. */
function placesOf(name: string, place: string): readonly string[] {
  const folders = place.split('/');
  return folders
    .map((_, n) => folders.slice(0, folders.length - n).join('/'))
    .concat('')
    .map((folder) => path.posix.join(folder, 'node_modules', name));
}

function isForOurs(found: {
  readonly [kind in keyof typeof OURS]?: readonly string[] | undefined;
}): boolean {
  return (['os', 'cpu', 'libc'] as const).every(
    (kind) => found[kind]?.includes(OURS[kind]) ?? true,
  );
}
