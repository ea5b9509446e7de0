import type { ActionOf } from '@webpay/contract/console/actions';
import { TOKEN_READS } from '@webpay/contract/console/tokens';
import type { Ctx } from '../../context.ts';
import { makeToken } from '../operators/api-tokens.ts';
import { nameKey, readName } from '../operators/rules.ts';
import { endToken, tokenName } from '../operators/token-queries.ts';
import type { Acts, ActRefused, By, Ended, Finish, Subject } from './act.ts';

const without = { amount: null, worth: null } as const;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Steps with the tokens of scripts. */
export const TOKEN_ACTS: Acts<'make_token' | 'end_token'> = {
  make_token: {
    find: (_ctx, { name }) => Promise.resolve(subjectOf(nameKey(name), name)),
    run: make,
  },
  end_token: {
    find: async ({ db }, { token_id: id }) => {
      const row = await db.maybe(tokenName, { id });
      return row && subjectOf(id, row.name);
    },
    run: end,
  },
};

/** Tokens belong to no project: only an admin of all projects changes them. */
function subjectOf(id: string, name: string): Subject {
  return {
    kind: 'token',
    id,
    name: `token ${name}`,
    project: '',
    path: '/staff',
    playerId: null,
    orderId: null,
  };
}

async function make(
  ctx: Ctx,
  { name: given, permissions, projects, days }: ActionOf<'make_token'>,
  finish: Finish,
  { id: byId }: By,
): Promise<Ended | ActRefused> {
  const name = readName(given);
  if (name === null) return refused('name_not_usable');
  if (projects.some((code) => ctx.catalogue.project(code) === null)) {
    return refused('no_such_project');
  }
  if (permissions.includes('books.read') && projects.length > 0) return refused('books_cover_all');
  const of = projects.length === 0 ? 'all projects' : LIST.format(projects);
  const made = await makeToken(ctx, {
    name,
    permissions,
    projects,
    days,
    byId,
    finish: (tx) =>
      finish(tx, {
        title: `Make the token ${name}`,
        effects: [
          `A script with this token reads ${LIST.format(permissions.map((each) => TOKEN_READS[each]))} of ${of}. It changes nothing.`,
          `The token ends after ${days === 1 ? 'one day' : `${days} days`}.`,
          'The person who says yes sees the token once, and hands it over.',
        ],
        ...without,
        change: { name, after: { permissions, projects, days } },
      }),
  });
  if (made.kind === 'refused') return refused(made.why);
  return { kind: 'done', token: made.token };
}

async function end(
  { db, clock }: Ctx,
  { token_id: id }: ActionOf<'end_token'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  return db.transaction(async (tx) => {
    const ended = await tx.maybe(endToken, { id, now: clock.real() });
    if (ended === null) return refused('token_ended_already');
    await finish(tx, {
      title: `End the token ${ended.name}`,
      effects: ['Scripts with this token are refused from now on. It cannot be used again.'],
      ...without,
      change: { name: ended.name, before: 'usable', after: 'ended' },
    });
    return { kind: 'done' };
  });
}
