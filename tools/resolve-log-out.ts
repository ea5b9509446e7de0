import type { Ctx } from '../apps/api/src/context.ts';
import { logOutCharacter } from '../apps/api/src/domain/access/log-out-character.ts';
import { StartError } from '../apps/api/src/start-error.ts';
import { refuseUnknownProject } from './known-project.ts';
import { readReason, type ResolveOptions } from './resolve-options.ts';
import { sentenceOf } from './resolve-sentences.ts';

/** Ends every session of a character. @throws StartError with one sentence */
export async function logOut(
  ctx: Ctx,
  project: string,
  cid: string,
  options: ResolveOptions,
): Promise<string> {
  const because = readReason(options);
  await refuseUnknownProject(ctx, project);
  const serverId = options.server ?? null;
  const done = await logOutCharacter(ctx, { project, cid, serverId, because });
  switch (done.kind) {
    case 'several':
      throw new StartError(
        `This character id is used on several servers: say --server ${done.servers.join(' or ')}.`,
      );
    case 'refused':
      throw new StartError(sentenceOf(done.why));
    case 'done':
      return [
        'Logged out everywhere. No access link opens that was made before, or is made in the next five minutes.',
        done.hasPassword
          ? 'Whoever knows its access password may come in again.'
          : 'It has no access password: whoever knows its id may come in again.',
      ].join('\n');
  }
}
