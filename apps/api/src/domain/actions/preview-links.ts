import { action as actionShape, type Action } from '@webpay/contract/console/actions';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, refused, type Operator, type Refused } from '../operators/operator.ts';
import { lockOperatorRow } from '../operators/queries.ts';
import { newId } from '../orders/ids.ts';
import { hashToken } from '../players/session.ts';
import { readProjects, type Project } from '../projects/catalogue-cache.ts';
import { plannedById } from '../projects/publication-queries.ts';
import {
  countPreviews,
  deletePreviews,
  insertPreview,
  livePreviews,
  previewById,
  previewByToken,
  revokePreview as revoke,
  type LivePreview,
  type PreviewLink,
} from '../projects/preview-queries.ts';
import { liveVersion } from '../projects/versions.ts';
import type { ActRefused, By } from './act.ts';
import { isAble, readStaff } from './confirmers.ts';
import { NOT_FOUND, runRolledBack, sees, type Actor } from './pipeline.ts';
import { sentenceOf } from './refusals.ts';
import { onlyReads } from './step-up.ts';

const LIFE_MS = 3_600_000;
/** Ended links are deleted after this time, when another one is made. */
const KEPT_MS = 86_400_000;
/** Live links of one operator and project. */
const MAX_LIVE = 5;
const MAX_LISTED = 50;
const PERMISSION = 'publish.money';
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Makes a link of one hour to the shop as a step, or a planned publication, would leave it. Publishes nothing. */
export async function makePreview(
  ctx: Ctx,
  { operator, from }: Actor,
  input: ConsoleInput<'makePreview'>,
): Promise<ConsoleResult<'makePreview'> | Refused> {
  const { previewUrl } = ctx.config;
  if (previewUrl === null) return refused(409, 'previews_off', 'PREVIEW_URL is not set here.');
  const action = await actionOf(ctx, input);
  if (action === null || !sees(operator, action.project)) return NOT_FOUND;
  const weak = onlyReads(operator);
  if (weak !== null) return weak;
  const { project } = action;
  const tried = await runPublication(ctx, action, operator, async (_, { title }) => title);
  if (typeof tried !== 'string') return refused(409, tried.why, sentenceOf(tried));
  const token = ctx.randomBytes(TOKEN_BYTES).toString('base64url');
  const now = ctx.clock.now();
  const made = {
    id: newId(ctx),
    project,
    title: tried,
    by_id: operator.id,
    by_name: operator.name,
    made_at: now,
    expires_at: new Date(now.getTime() + LIFE_MS),
  };
  return ctx.db.transaction(async (tx) => {
    // Two links at once must not both be the last one.
    await tx.one(lockOperatorRow, { operatorId: operator.id });
    const { count } = await tx.one(countPreviews, { project, operatorId: operator.id, now });
    if (count >= MAX_LIVE) {
      const detail = `You have ${MAX_LIVE} live previews of this project. Revoke one first.`;
      return refused(409, 'previews_many', detail);
    }
    await tx.run(deletePreviews, { before: new Date(now.getTime() - KEPT_MS) });
    await tx.run(insertPreview, {
      id: made.id,
      tokenHash: hashToken(token),
      project,
      action,
      title: tried,
      byId: operator.id,
      byName: operator.name,
      now,
      expiresAt: made.expires_at,
    });
    const detail = { title: tried, kind: action.kind, expires_at: made.expires_at.getTime() };
    await appendAudit(
      tx,
      entryOf(ctx, operator, from, { action: 'preview.make', ...about(made), detail }),
    );
    return { ...shownTo(operator, made), address: `${previewUrl}/preview/${token}/${project}` };
  });
}

/** Live links of a project, without their tokens: an address is shown once. */
export async function listPreviews(
  ctx: Ctx,
  operator: Operator,
  { project }: ConsoleInput<'previews'>,
): Promise<ConsoleResult<'previews'> | null> {
  if (ctx.catalogue.project(project) === null || !sees(operator, project)) return null;
  const now = ctx.clock.now();
  const found = await ctx.db.many(livePreviews, { project, now, most: MAX_LISTED });
  return {
    items: found.map((each) => shownTo(operator, each)),
    is_on: ctx.config.previewUrl !== null,
    shop_now: now.getTime(),
  };
}

/** Ends a link at once, one's own or another operator's of the same project. */
export async function revokePreview(
  ctx: Ctx,
  { operator, from }: Actor,
  { id }: ConsoleInput<'revokePreview'>,
): Promise<ConsoleResult<'revokePreview'> | Refused> {
  const gone = refused(404, 'no_such_preview', 'This preview has ended already.');
  return ctx.db.transaction(async (tx) => {
    const link = await tx.maybe(previewById, { id });
    if (link === null || !sees(operator, link.project)) return gone;
    const weak = onlyReads(operator);
    if (weak !== null) return weak;
    if ((await tx.run(revoke, { id, now: ctx.clock.now() })) === 0) return gone;
    const { project, title } = link;
    await appendAudit(
      tx,
      entryOf(ctx, operator, from, {
        action: 'preview.revoke',
        ...about({ id, project }),
        detail: { title },
      }),
    );
    return { done: true };
  });
}

/** The link of a token; `unknown` also for one that no link can have, `ended` also when its maker lost the right to it. */
export async function findPreview(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<PreviewLink | 'ended' | 'unknown'> {
  if (!TOKEN.test(token)) return 'unknown';
  const link = await ctx.db.maybe(previewByToken, { tokenHash: hashToken(token) });
  if (link === null) return 'unknown';
  const isLive = link.revoked_at === null && link.expires_at > ctx.clock.now();
  if (!isLive) return 'ended';
  return isAble(await readStaff(ctx.db), link.by_id, PERMISSION, link.project) ? link : 'ended';
}

/** The project as the link's step would leave it now; or why the shop would not publish it, in a sentence. */
export async function proposedProject(ctx: Ctx, link: PreviewLink): Promise<Project | string> {
  const parsed = v.safeParse(actionShape, link.action);
  if (!parsed.success) return 'This release does not know the step any more.';
  const by = { id: link.by_id, name: link.by_name };
  const found = await runPublication(ctx, parsed.output, by, async (tx) =>
    (await readProjects(tx)).find(({ code }) => code === link.project),
  );
  if (found === undefined) throw new Error(`${link.project} is not in its own catalogue`);
  return 'why' in found ? sentenceOf(found) : found;
}

/** Runs a publication on the version that is live now, as the worker would, and rolls it back. */
async function runPublication<T>(
  ctx: Ctx,
  action: Action,
  by: By,
  read: Parameters<typeof runRolledBack<T>>[3],
): Promise<T | ActRefused> {
  const live = 'project' in action ? await liveVersion(ctx.db, action.project) : null;
  const parsed = v.safeParse(actionShape, { ...action, seen: live?.number });
  if (!parsed.success) return { kind: 'refused', why: 'no_version' };
  return runRolledBack(ctx, parsed.output, by, read);
}

/** The step to show. A moment and a reason do not change it. */
async function actionOf(
  ctx: Ctx,
  { action, publication_id: id }: ConsoleInput<'makePreview'>,
): Promise<(Action & { readonly project: string }) | null> {
  const planned = id === undefined ? null : await ctx.db.maybe(plannedById, { id });
  if (planned !== null && planned.state !== 'waiting') return null;
  const parsed = v.safeParse(actionShape, planned?.action ?? action);
  if (!parsed.success || !('project' in parsed.output)) return null;
  const { publish_at: _, ...step } = { publish_at: 0, ...parsed.output };
  return step;
}

const about = ({ id, project }: { readonly id: string; readonly project: string }) => ({
  objectKind: 'preview',
  objectId: id,
  project,
  permission: PERMISSION,
});

const shownTo = (operator: Operator, { id, title, by_id, by_name, ...times }: LivePreview) => ({
  id,
  title,
  by: by_name,
  is_own: by_id === operator.id,
  made_at: times.made_at.getTime(),
  expires_at: times.expires_at.getTime(),
});
