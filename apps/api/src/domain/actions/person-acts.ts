import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { characterTables } from '../retention/character-tables.ts';
import {
  eraseMessagesFirst,
  eraseNow,
  type Cursor,
  type NotErased,
} from '../retention/erase-character.ts';
import type { Acts, ActRefused, Finish } from './act.ts';
import { findMentions } from './find-mentions.ts';
import { subjectOfPlayer } from './player-acts.ts';
import { playerToDecide } from './work-queries.ts';

type End = { readonly kind: 'done' } | ActRefused;
/** A confirmed export is saved within this time. */
export const EXPORT_LIFE_HOURS = 4;
const without = { amount: null, worth: null } as const;
const gone: ActRefused = { kind: 'refused', why: 'no_such_player' };

/** Steps with everything that is kept about a character. */
export const PERSON_ACTS: Acts<'export_person' | 'erase_person'> = {
  export_person: { find: findPerson, run: exportPerson },
  erase_person: {
    find: findPerson,
    run: (ctx, action, finish) => erasePerson(ctx, action, finish, 'planned'),
    prepare: prepareErasure,
  },
};

function findPerson(ctx: Ctx, { player_id: id }: { readonly player_id: string }) {
  return subjectOfPlayer(ctx, id);
}

/** Changes nothing: the confirmed step itself is the right to save the file. */
async function exportPerson(
  { db }: Ctx,
  { player_id: id }: ActionOf<'export_person'>,
  finish: Finish,
): Promise<End> {
  return db.transaction(async (tx) => {
    if ((await tx.maybe(playerToDecide, { playerId: Number(id) })) === null) return gone;
    await finish(tx, {
      title: 'Export its data',
      // Without counts: an order of the meantime must not refuse the second person.
      effects: [
        `One file has every row about the character: ${characterTables.length} tables, with what gateways told about the payer.`,
        'Passwords, tokens and other secrets are named in it, and not shown.',
        `The person who asked may save it for ${EXPORT_LIFE_HOURS} hours from the yes. Each time is an entry of the audit log.`,
      ],
      ...without,
      change: { player: id },
    });
    return { kind: 'done' };
  });
}

/** Empties the gateway messages first, in batches, as the command does. */
async function prepareErasure(ctx: Ctx, { player_id: id }: ActionOf<'erase_person'>) {
  const player = await ctx.db.maybe(playerToDecide, { playerId: Number(id) });
  if (player === null) return () => Promise.resolve(gone);
  const { project, server_id: serverId, cid } = player;
  const begun = await eraseMessagesFirst(ctx, { project, serverId, cid });
  if (begun.kind !== 'ready') return () => Promise.resolve(refusalOf(begun));
  return (now: Ctx, action: ActionOf<'erase_person'>, finish: Finish) =>
    erasePerson(now, action, finish, begun.cursor);
}

async function erasePerson(
  ctx: Ctx,
  { player_id: id, because }: ActionOf<'erase_person'>,
  finish: Finish,
  cursor: Cursor | 'planned',
): Promise<End> {
  const player = await ctx.db.maybe(playerToDecide, { playerId: Number(id) });
  if (player === null) return gone;
  const { project, server_id: serverId, cid, name } = player;
  const mentions = await findMentions(ctx.db, { playerId: player.id, project, name, cid });
  const character = { project, serverId, cid, because };
  const end = await eraseNow(ctx, character, cursor, (tx) =>
    finish(tx, {
      title: 'Erase its data',
      effects: [...EFFECTS, ...mentions],
      ...without,
      // No name: this entry stays.
      change: { player: id, mentions_left: mentions.length },
    }),
  );
  return end.kind === 'done' ? { kind: 'done' } : refusalOf(end);
}

const EFFECTS: readonly string[] = [
  `Deleted: ${tablesIn('deleted', 'deleted_by_owner')}.`,
  `Emptied of name, ID and words: ${tablesIn('emptied')}.`,
  `Kept, because it names no character and proves money: ${tablesIn('kept')}. The sums of the books stay.`,
  'Its sessions end, and it cannot be undone. A person who enters the ID again begins as a new, empty player.',
];

function tablesIn(...ends: readonly string[]): string {
  const names = characterTables.filter(([, { erased }]) => ends.includes(erased));
  return names.map(([name]) => name.replaceAll('_', ' ')).join(', ');
}

function refusalOf(end: NotErased): ActRefused {
  switch (end.kind) {
    case 'no_such_character':
      return gone;
    case 'flagged':
      return { kind: 'refused', why: 'erase_flagged' };
    case 'under_way': {
      const detail = `It waits for: ${end.what.join(', ')}. The erasure is possible once they have ended.`;
      return { kind: 'refused', why: 'erase_waits', detail };
    }
  }
}
