import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, refused, type Refused } from '../operators/operator.ts';
import { countInMinute } from '../players/limit-calls.ts';
import type { CatalogueMistake } from '../projects/catalogue-files.ts';
import { placeFiles, staleFiles } from '../projects/draft-files.ts';
import { saveFiles } from '../projects/version-queries.ts';
import { hashOf, liveVersion, textsOf } from '../projects/versions.ts';
import { NOT_FOUND, sees, type Actor } from './pipeline.ts';
import { whyNotShown } from './publish-version.ts';
import { sentenceOf } from './refusals.ts';
import { onlyReads } from './step-up.ts';

/** Imports of a minute over all processes, at LIMIT_SCALE 1. */
const OF_OPERATOR = 10;
const OF_ALL = 30;
/**
 * Checks files that an operator brings, and keeps those that differ from the live version, by their hash: a draft, which the step
 * publish_files shows and publishes. Publishes nothing.
 */
export async function importDraft(
  ctx: Ctx,
  { operator, from }: Actor,
  { project, files }: ConsoleInput<'importCatalogue'>,
): Promise<ConsoleResult<'importCatalogue'> | Refused> {
  if (ctx.catalogue.project(project) === null || !sees(operator, project)) return NOT_FOUND;
  const weak = onlyReads(operator) ?? (await overLimit(ctx, operator.id));
  if (weak !== null) return weak;
  const live = await liveVersion(ctx.db, project);
  if (live === null) {
    return refused(409, 'no_version', sentenceOf({ why: 'no_version' }));
  }
  const before = await textsOf(ctx.db, project, live.number);
  const { edited, misplaced } = placeFiles(project, files, before);
  const changed = [...edited].filter(([path, text]) => before.get(path) !== text);
  const mistakes = await firstMistakes([
    () => misplaced,
    () => staleFiles(ctx.db, project, files, { number: live.number, texts: before }),
    () => ctx.checkFiles(project, before, edited),
    async () => {
      if (changed.length === 0) return [];
      const why = await whyNotShown(ctx, project, new Map([...before, ...edited]));
      return why === null ? [] : [{ file: project, why: `cannot be shown in a plan. ${why}` }];
    },
  ]);
  const kept = mistakes.length === 0 ? changed : [];
  const rows = kept.map(([path, content]) => ({ path, sha256: hashOf(content), content }));
  await ctx.db.transaction(async (tx) => {
    if (rows.length > 0) {
      await tx.run(saveFiles, { rows: rows.map(({ sha256, content }) => ({ sha256, content })) });
    }
    await appendAudit(
      tx,
      entryOf(ctx, operator, from, {
        action: 'catalogue.import',
        permission: 'publish.money',
        objectKind: 'project',
        objectId: project,
        project,
        outcome: mistakes.length === 0 ? 'done' : 'refused',
        detail: {
          version: live.number,
          mistakes: mistakes.length,
          files: rows.map(({ path, sha256 }) => ({ path, sha256 })),
        },
      }),
    );
  });
  return {
    seen: live.number,
    mistakes: mistakes.map(shown),
    files: rows.map(({ path, sha256 }) => ({ path, sha256 })),
    same: edited.size - changed.length,
  };
}

/** Mistakes of the first check that finds any. */
async function firstMistakes(
  checks: readonly (() => readonly CatalogueMistake[] | Promise<readonly CatalogueMistake[]>)[],
): Promise<readonly CatalogueMistake[]> {
  for (const check of checks) {
    const found = await check();
    if (found.length > 0) return found;
  }
  return [];
}

function shown({ file, line, field, why }: CatalogueMistake) {
  const said = why.length > 400 ? `${why.slice(0, 400)}…` : why;
  return { file, line: line ?? null, field: field?.slice(0, 200) ?? null, why: said };
}

async function overLimit(ctx: Ctx, id: string): Promise<Refused | null> {
  const { limitScale } = ctx.config;
  const own = await countInMinute(ctx, `console_import:${id}`);
  if (own <= OF_OPERATOR * limitScale) {
    const all = await countInMinute(ctx, 'console_imports:all');
    if (all <= OF_ALL * limitScale) return null;
  }
  const detail = 'There were too many imports in this minute. Wait, then try again.';
  return refused(429, 'too_many_requests', detail);
}
