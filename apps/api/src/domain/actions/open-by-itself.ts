import type { Ctx } from '../../context.ts';
import { dueOpenings } from '../projects/service-queries.ts';
import { lockServices, setServiceIn } from '../projects/service.ts';
import { appendStep } from './record-step.ts';

/** The name in the history and in the audit log. */
const SHOP = { id: null, name: 'the shop' } as const;
const ITSELF = { address: '', agent: 'worker', requestId: '' };
const BECAUSE = 'The maintenance had this end.';

/** One opening for each project whose maintenance is over, by the shop's clock. */
export async function openingsDue(ctx: Ctx): Promise<(() => Promise<void>)[]> {
  const due = await ctx.db.many(dueOpenings, { now: ctx.clock.now() });
  return due.map(
    ({ code, id }) =>
      () =>
        openByItself(ctx, code, id),
  );
}

/** Opens a project once: another worker, or an operator, may have changed it since. */
async function openByItself(ctx: Ctx, project: string, seen: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = (await lockServices(tx)).find(({ code }) => code === project);
    if (row?.id !== seen) return;
    await setServiceIn(ctx, tx, { projects: [project], state: 'open', because: BECAUSE, by: SHOP });
    await appendStep(ctx, tx, {
      who: SHOP,
      from: ITSELF,
      verb: 'open_by_itself',
      permission: null,
      subject: { kind: 'project', id: project, project, playerId: null },
      because: BECAUSE,
      detail: { opens_at: row.opens_at, set_by: row.by_name },
    });
  });
}
