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
  /** Packages of other platforms without a hash in the lock file. */
  readonly foreign: readonly string[];
};

/**
 * Requires the public registry and a SHA-512 hash for each package, and no install scripts except
 * those that package.json names.
 */
export function lockReport(lockText: string, manifestText: string): LockReport {
  const { lockfileVersion, packages } = v.parse(lock, JSON.parse(lockText));
  const { allowScripts } = v.parse(manifest, JSON.parse(manifestText));
  const problems = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
  const foreign: string[] = [];
  let bound = 0;
  for (const [place, found] of Object.entries(packages)) {
    if (found.link || !place.includes('node_modules/')) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // Without `resolved`, npm asks its configured registry and accepts only content with this hash.
    if (found.resolved !== undefined && !found.resolved.startsWith(REGISTRY)) {
      problems.push(`${name} comes from ${found.resolved}`);
    }
    const isForeign = found.optional && !isForOurs(found);
    if (/^sha512-[A-Za-z0-9+/]{86}==$/.test(found.integrity ?? '')) bound += 1;
    else if (isForeign) foreign.push(name);
    else problems.push(`${name} is not bound by a SHA-512`);
    if (found.hasInstallScript && allowScripts[name] !== true && !isForeign) {
      problems.push(
        `${name} runs a script on installation, and package.json's allowScripts does not name it`,
      );
    }
  }
  return { problems, bound, foreign };
}

function isForOurs(found: {
  readonly [kind in keyof typeof OURS]?: readonly string[] | undefined;
}): boolean {
  return (['os', 'cpu', 'libc'] as const).every(
    (kind) => found[kind]?.includes(OURS[kind]) ?? true,
  );
}
