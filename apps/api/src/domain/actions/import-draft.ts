import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, refused, type Refused } from '../operators/operator.ts';
import { countInMinute } from '../players/limit-calls.ts';
import type { CatalogueMistake } from '../projects/catalogue-files.ts';
import { placeFiles, staleFiles, withFiles } from '../projects/draft-files.ts';
import { countKept, saveFiles } from '../projects/version-queries.ts';
import { hashOf, liveVersion, textsOf } from '../projects/versions.ts';
import { NOT_FOUND, sees, type Actor } from './pipeline.ts';
import { whyNotShown } from './publish-version.ts';
import { sentenceOf } from './refusals.ts';
import { onlyReads } from './step-up.ts';

type Detail = Parameters<typeof entryOf>[3]['detail'];

/** Imports of a minute over all processes, at LIMIT_SCALE 1. */
const OF_OPERATOR = 10;
const OF_ALL = 30;
/** Bytes that drafts keep in a day (UTC): they stay for 30 days (docs/decisions/0058). */
const BYTES_OF_OPERATOR = 8 * 1_048_576;
const BYTES_OF_ALL = 32 * 1_048_576;
const DAY_MS = 86_400_000;

/**
 * Checks files that an operator brings, and keeps those that differ from the live version, by their hash: a draft, which the step
 * publish_files shows and publishes. Publishes nothing.
 */
export async function importDraft(
  ctx: Ctx,
  { operator, from }: Actor,
  { project, files }: ConsoleInput<'importCatalogue'>,
): Promise<ConsoleResult<'importCatalogue'> | Refused> {
  const refuse = async (refusal: Refused): Promise<Refused> => {
    const detail = { refused: refusal.refused.code };
    await ctx.db.transaction((tx) => appendAudit(tx, entry({ outcome: 'refused', detail })));
    return refusal;
  };
  const entry = (said: { readonly outcome: 'done' | 'refused'; readonly detail: Detail }) =>
    entryOf(ctx, operator, from, {
      action: 'catalogue.import',
      permission: 'publish.money',
      objectKind: 'project',
      objectId: project,
      project,
      ...said,
    });
  // Before all else, so that refused imports cannot fill the audit log.
  const over = await overLimit(ctx, operator.id);
  if (over !== null) return over.isFirst ? refuse(over.refusal) : over.refusal;
  if (ctx.catalogue.project(project) === null || !sees(operator, project)) return refuse(NOT_FOUND);
  const weak = onlyReads(operator);
  if (weak !== null) return refuse(weak);
  const live = await liveVersion(ctx.db, project);
  if (live === null) {
    return refuse(refused(409, 'no_version', sentenceOf({ why: 'no_version' })));
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
      const why = await whyNotShown(ctx, project, withFiles(before, edited));
      return why === null ? [] : [{ file: project, why: `cannot be shown in a plan. ${why}` }];
    },
  ]);
  const kept = mistakes.length === 0 ? changed : [];
  const rows = kept.map(([path, content]) => ({ path, sha256: hashOf(content), content }));
  const full = await overBytes(ctx, operator.id, rows);
  if (full !== null) return refuse(full);
  await ctx.db.transaction(async (tx) => {
    if (rows.length > 0) {
      await tx.one(saveFiles, { rows: rows.map(({ sha256, content }) => ({ sha256, content })) });
    }
    await appendAudit(
      tx,
      entry({
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

/** `isFirst`: of this person in this minute. */
async function overLimit(
  ctx: Ctx,
  id: string,
): Promise<{ readonly refusal: Refused; readonly isFirst: boolean } | null> {
  const { limitScale } = ctx.config;
  const own = await countInMinute(ctx, `console_import:${id}`);
  const most = OF_OPERATOR * limitScale;
  if (own <= most) {
    const all = await countInMinute(ctx, 'console_imports:all');
    if (all <= OF_ALL * limitScale) return null;
  }
  const detail = 'There were too many imports in this minute. Wait, then try again.';
  // Imports below the person's own limit are few.
  return { refusal: refused(429, 'too_many_requests', detail), isFirst: own < most + 2 };
}

/** Counts before it keeps anything; a refused draft counts too. */
async function overBytes(
  ctx: Ctx,
  id: string,
  rows: readonly { readonly content: string }[],
): Promise<Refused | null> {
  const amount = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (amount === 0) return null;
  const { limitScale } = ctx.config;
  const ms = ctx.clock.real().getTime();
  const [own, all] = [`day:console_drafts:${id}`, 'day:console_drafts'];
  const counted = await ctx.db.many(countKept, {
    keys: [all, own],
    day: new Date(ms - (ms % DAY_MS)),
    amount,
  });
  const of = (key: string) => counted.find((each) => each.key === key)?.calls ?? 0;
  if (of(own) <= BYTES_OF_OPERATOR * limitScale && of(all) <= BYTES_OF_ALL * limitScale)
    return null;
  const detail =
    'Drafts of this day have too many bytes: 8 MB for one person, 32 MB for all. Try again tomorrow (UTC).';
  return refused(429, 'too_many_requests', detail);
}
