import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { lockStaff, setDisabled } from '../operators/queries.ts';
import { endAllSessions } from '../operators/session-queries.ts';
import { endsLastAdmin } from '../operators/staff.ts';
import { usableTokens } from '../operators/token-queries.ts';
import type { Acts, ActRefused, Finish } from './act.ts';
import { findOperator as find, STAFF_LINK_ACTS } from './staff-link-acts.ts';

const DONE = { kind: 'done' } as const;
const without = { amount: null, worth: null } as const;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });

/** Steps with operators. */
export const STAFF_ACTS: Acts<
  'invite_operator' | 'change_roles' | 'reset_operator' | 'remove_operator' | 'restore_operator'
> = {
  ...STAFF_LINK_ACTS,
  remove_operator: { find, run: remove },
  restore_operator: { find, run: restore },
};

/** Takes an operator's access away. All operators are locked, so that of two last admins one stays. */
async function remove(
  { db, clock }: Ctx,
  { operator_id: id }: ActionOf<'remove_operator'>,
  finish: Finish,
): Promise<typeof DONE | ActRefused> {
  return db.transaction(async (tx) => {
    const staff = await tx.many(lockStaff);
    const found = staff.find((each) => each.id === id);
    if (found === undefined || found.disabled_at !== null) {
      return refused('operator_removed_already');
    }
    if (endsLastAdmin(staff, id, null)) return refused('last_admin');
    const now = clock.real();
    const tokens = (await tx.many(usableTokens, { now })).filter((each) => each.by_id === id);
    await tx.run(setDisabled, { id, disabledAt: now });
    await tx.run(endAllSessions, { operatorId: id, now });
    await finish(tx, {
      title: `Remove ${found.name}`,
      effects: [
        `The sessions of ${found.name} end, and this person signs in no more.`,
        'Steps that this person asked for cannot be confirmed any more.',
        ...(tokens.length === 0 ? [] : [stayingTokens(tokens.map((each) => each.name))]),
      ],
      ...without,
      change: { name: found.name, before: 'active', after: 'removed' },
    });
    return DONE;
  });
}

/** A script goes on without the person who asked for its token. */
function stayingTokens(names: readonly string[]): string {
  const all = names.toSorted().join(', ');
  return `Tokens that this person asked for stay usable, until they are ended: ${all}.`;
}

/** Lets a removed operator sign in again, with the roles and credentials of before. */
async function restore(
  { db }: Ctx,
  { operator_id: id }: ActionOf<'restore_operator'>,
  finish: Finish,
): Promise<typeof DONE | ActRefused> {
  return db.transaction(async (tx) => {
    const staff = await tx.many(lockStaff);
    const found = staff.find((each) => each.id === id);
    if (found === undefined || found.disabled_at === null) return refused('operator_not_removed');
    await tx.run(setDisabled, { id, disabledAt: null });
    await finish(tx, {
      title: `Let ${found.name} back`,
      effects: [
        `This person signs in again with the credentials of before, as ${found.roles.join(', ')}.`,
      ],
      ...without,
      change: { name: found.name, before: 'removed', after: 'active' },
    });
    return DONE;
  });
}
