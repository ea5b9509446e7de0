import type { ActionOf } from '@webpay/contract/console/actions';
import { endSessionsOfProjects } from '../players/queries.ts';
import { lockServices } from '../projects/service.ts';
import type { Acts, Finish } from './act.ts';
import { chosenProjects, findProject, type SwitchCtx } from './service-acts.ts';

/**
 * Logs every player of a project, or of all, out in one transaction: after a leak of sessions or of the database.
 * Passwords stay, and so do links that were not opened.
 */
export async function endSessions(
  ctx: SwitchCtx,
  { project }: ActionOf<'end_sessions'>,
  finish: Finish,
) {
  return ctx.db.transaction(async (tx) => {
    const rows = chosenProjects(await lockServices(tx), project);
    const projects = rows.map(({ code }) => code);
    const ended = await tx.many(endSessionsOfProjects, { projects, endedAt: ctx.clock.now() });
    const count = ended.reduce((sum, { sessions }) => sum + sessions, 0);
    await finish(tx, {
      title: 'Log everybody out',
      effects: [
        `${count.toLocaleString('en')} ${count === 1 ? 'session ends' : 'sessions end'} at once. Players open the shop with their ID again.`,
        'Access passwords stay. Payments that began end at their gateway, and what is paid is delivered.',
        'There is no undo.',
      ],
      amount: null,
      worth: null,
      change: { before: Object.fromEntries(ended.map((each) => [each.project, each.sessions])) },
    });
    return { kind: 'done' } as const;
  });
}

export const SESSION_ACTS: Acts<'end_sessions'> = {
  end_sessions: { find: findProject, run: endSessions },
};
