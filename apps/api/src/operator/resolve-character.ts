import type { Ctx } from '../context.ts';
import { logOutCharacter } from '../domain/access/log-out-character.ts';
import { clearFlag } from '../domain/support/clear-flag.ts';
import { setFlag } from '../domain/support/set-flag.ts';
import { StartError } from '../platform/start-error.ts';
import { knownCid } from './known-character.ts';
import { readReason } from './reason.ts';
import { USAGE, type ResolveOptions } from './resolve-options.ts';
import { sentenceOf } from './resolve-sentences.ts';

/** The verbs about a character: `PROJECT CID [--server SERVER] --because "…"`. */
type Named = {
  readonly project: string;
  readonly cid: string;
  readonly options: ResolveOptions;
};

/** Stops a player's orders (V07), or lets them order again. @throws StartError with one sentence */
export async function changeFlag(
  ctx: Ctx,
  verb: 'flag' | 'clear-flag',
  named: Named,
): Promise<string> {
  if (verb === 'flag') {
    await done(ctx, named, setFlag, 'used');
    return 'Flagged. The player cannot order and is told to contact customer service.';
  }
  await done(ctx, named, clearFlag, 'flagged');
  return 'Cleared. The player may order again.';
}

/** Ends every session and unopened link of a character. @throws StartError with one sentence */
export async function logOut(ctx: Ctx, named: Named): Promise<string> {
  const { player } = await done(ctx, named, logOutCharacter, 'used');
  const links = 'No access link opens that was made before, or is made in the next five minutes.';
  if (player === null) {
    return `It was never in this shop: there was nothing to log out. ${links}`;
  }
  return [
    `Logged out everywhere. ${links}`,
    player.hasPassword
      ? 'Whoever knows its access password may come in again.'
      : 'It has no access password: whoever knows its id may come in again.',
  ].join('\n');
}

type Wanted = Omit<Named, 'options'> & {
  readonly serverId: string | null;
  readonly because: string;
};

/** What was done to the one character that is meant. @throws StartError with one sentence where none is, or several are */
async function done<Outcome extends { readonly kind: string }>(
  ctx: Ctx,
  { project, cid: given, options }: Named,
  act: (
    ctx: Ctx,
    wanted: Wanted,
  ) => Promise<
    | Outcome
    | { readonly kind: 'refused'; readonly why: string }
    | { readonly kind: 'several'; readonly servers: readonly string[] }
  >,
  are: 'used' | 'flagged',
): Promise<Extract<Outcome, { readonly kind: 'done' }>> {
  const because = readReason(options.because, USAGE);
  const cid = await knownCid(ctx, project, given);
  const outcome = await act(ctx, { project, cid, serverId: options.server ?? null, because });
  if ('servers' in outcome) {
    const servers = outcome.servers.join(' or ');
    throw new StartError(
      `This character id is ${are} on several servers: say --server ${servers}.`,
    );
  }
  if ('why' in outcome) throw new StartError(sentenceOf(outcome.why));
  // Verified edge: what is neither refused nor several is what was done.
  return outcome as Extract<Outcome, { readonly kind: 'done' }>;
}
