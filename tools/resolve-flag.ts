import type { Ctx } from '../apps/api/src/context.ts';
import { clearFlag } from '../apps/api/src/domain/resolutions/clear-flag.ts';
import { setFlag } from '../apps/api/src/domain/resolutions/set-flag.ts';
import { StartError } from '../apps/api/src/start-error.ts';
import { refuseUnknownProject } from './known-project.ts';
import { readReason, type ResolveOptions } from './resolve-options.ts';
import { sentenceOf } from './resolve-sentences.ts';

/** Stops a player's orders (V07), or lets them order again. @throws StartError with one sentence */
export async function changeFlag(
  ctx: Ctx,
  verb: 'flag' | 'clear-flag',
  project: string,
  cid: string,
  options: ResolveOptions,
): Promise<string> {
  const because = readReason(options);
  await refuseUnknownProject(ctx, project);
  const wanted = { project, cid, serverId: options.server ?? null, because };
  const changed = await (verb === 'flag' ? setFlag(ctx, wanted) : clearFlag(ctx, wanted));
  switch (changed.kind) {
    case 'several': {
      const is = verb === 'flag' ? 'used' : 'flagged';
      const servers = changed.servers.join(' or ');
      throw new StartError(
        `This character id is ${is} on several servers: say --server ${servers}.`,
      );
    }
    case 'refused':
      throw new StartError(sentenceOf(changed.why));
    case 'done':
      return verb === 'flag'
        ? 'Flagged. The player cannot order and is told to contact customer service.'
        : 'Cleared. The player may order again.';
  }
}
