import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { importCatalogue } from '../../apps/api/src/catalogue-import/import-catalogue.ts';

const REAL = path.join(import.meta.dirname, '../../catalogue');

export type EditedCatalogue = Awaited<ReturnType<typeof editedCatalogue>>;

/** A copy of the six projects that a test changes and imports while its environment runs. */
export async function editedCatalogue(databaseUrl: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-catalogue-'));
  await cp(REAL, folder, { recursive: true });
  /** Edits one entry of a list; the next one begins with the same text. */
  const editEntry = async (
    project: string,
    name: string,
    entry: string,
    from: string,
    to: string,
  ): Promise<void> => {
    const file = path.join(folder, project, name);
    const text = await readFile(file, 'utf8');
    const start = text.indexOf(entry);
    const at = text.indexOf(from, start);
    const next = text.indexOf(entry.slice(0, entry.indexOf(':') + 1), start + 1);
    if (start < 0 || at < 0 || (next >= 0 && at > next)) {
      throw new Error(`${project}/${name}: ${entry.trim()} does not say ${from}`);
    }
    await writeFile(file, text.slice(0, at) + to + text.slice(at + from.length));
  };
  return {
    /** Replaces the first `from` in a good's entry. Throws when it is absent, as every edit here. */
    editGood: (project: string, productId: string, from: string, to: string) =>
      editEntry(project, 'products.yaml', `- product_id: ${productId}\n`, from, to),
    editEvent: (project: string, eventId: string, from: string, to: string) =>
      editEntry(project, 'events.yaml', `  - id: ${eventId}\n`, from, to),
    editProject: async (project: string, from: string, to: string) => {
      const file = path.join(folder, project, 'project.yaml');
      const text = await readFile(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${project} does not say ${from}`);
      const edited = text.replace(from, () => to);
      await writeFile(file, edited);
    },
    /** Moves an event's window, relative to now. */
    moveEvent: async (project: string, eventId: string, startsInMs: number, endsInMs: number) => {
      const file = path.join(folder, project, 'events.yaml');
      const text = await readFile(file, 'utf8');
      // One reading of the clock, so that the window is exactly as long as asked for.
      const now = Date.now();
      const moment = (ms: number) => new Date(now + ms).toISOString();
      const start = text.indexOf(`- id: ${eventId}\n`);
      if (start < 0) throw new Error(`${project} has no event ${eventId}`);
      const window = `window: { from: ${moment(startsInMs)}, to: ${moment(endsInMs)} }`;
      const rest = text.slice(start).replace(/window: \{[^}]*\}/, window);
      await writeFile(file, text.slice(0, start) + rest);
    },
    addToProject: (project: string, line: string) =>
      appendFile(path.join(folder, project, 'project.yaml'), `${line}\n`),
    dropEvents: (project: string) => rm(path.join(folder, project, 'events.yaml')),
    import: async () => {
      const db = openDb(databaseUrl, { max: 1, name: 'test-import' });
      try {
        await importCatalogue(db, folder, () => undefined, { anyPrice: true });
      } finally {
        await db.close();
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
