import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { logOutCharacter } from '../access/log-out-character.ts';
import { endPause } from '../support/end-pause.ts';
import { clearFlag, setFlag } from '../support/flag-player.ts';
import type { ActRefused, Acts, Done, Finish, Subject } from './act.ts';
import { playerToDecide } from './work-queries.ts';
import { inOneLine } from './words.ts';

type Kind = 'set_flag' | 'clear_flag' | 'end_pause' | 'log_out';
type Wanted = {
  readonly project: string;
  readonly cid: string;
  readonly serverId: string;
  readonly because: string;
};
type End = { readonly kind: 'done' } | { readonly kind: 'several' } | ActRefused;

/** Steps with a character, each by the domain's function for one. */
export const PLAYER_ACTS: Acts<Kind> = {
  set_flag: act(setFlag, 'Stop its orders', (name) => [
    `${name} cannot order from now on; orders that are paid go on.`,
    'It ends when an operator clears the flag.',
  ]),
  clear_flag: act(clearFlag, 'Let it order again', (name) => [
    `Every flag of ${name} ends, and it can order at once.`,
  ]),
  end_pause: act(endPause, 'End the pause', (name) => [
    `${name} can pay at once: the declines of it and of its cards are forgotten.`,
    'Wrong guesses at its password and codes are forgotten, too.',
  ]),
  log_out: act(logOutCharacter, 'Log it out', (name) => [
    `Every session of ${name} ends, and links that were not opened.`,
    'Its password stays.',
  ]),
};

function act(
  run: (ctx: Ctx, wanted: Wanted, finish: (tx: Tx) => Promise<void>) => Promise<End>,
  title: string,
  effects: (name: string) => readonly string[],
): Acts<Kind>['set_flag'] &
  Acts<Kind>['clear_flag'] &
  Acts<Kind>['end_pause'] &
  Acts<Kind>['log_out'] {
  return {
    find: (ctx: Ctx, { player_id: id }: { readonly player_id: string }) => subjectOfPlayer(ctx, id),
    run: async (
      ctx: Ctx,
      { player_id: id, because }: { readonly player_id: string; readonly because: string },
      finish: Finish,
    ) => {
      const player = await findPlayer(ctx, id);
      if (player === null) return { kind: 'refused', why: 'no_such_player' };
      const { project, cid, server_id: serverId } = player;
      const done: Done = {
        title,
        effects: effects(inOneLine(player.name, 64)),
        amount: null,
        worth: null,
        change: { player: id },
      };
      const end = await run(ctx, { project, cid, serverId, because }, (tx) => finish(tx, done));
      // One server has a character once.
      if (end.kind === 'several') return { kind: 'refused', why: 'no_such_player' };
      return end.kind === 'done' ? { kind: 'done' } : end;
    },
  };
}

export async function subjectOfPlayer(ctx: Ctx, id: string): Promise<Subject | null> {
  const player = await findPlayer(ctx, id);
  if (player === null) return null;
  const { name, server_id: serverId, cid } = player;
  return {
    kind: 'player',
    id,
    name: `${inOneLine(name, 64)} (${serverId}/${cid})`,
    project: player.project,
    path: `/players/${id}`,
    playerId: player.id,
    orderId: null,
  };
}

async function findPlayer({ db }: Ctx, id: string) {
  if (!/^\d{1,15}$/.test(id)) return null;
  return db.maybe(playerToDecide, { playerId: Number(id) });
}
