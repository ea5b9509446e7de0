import type { Action } from '@webpay/contract/console/actions';
import {
  OPERATIONS,
  type Operation,
  type OperationName,
} from '@webpay/contract/console/operations';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { TOKEN_OPERATIONS, type TokenPermission } from '@webpay/contract/console/tokens';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import { readApproval } from '../../domain/actions/approvals.ts';
import { approve } from '../../domain/actions/decide-approval.ts';
import {
  askFor,
  doStep,
  everyRow,
  person,
  planFor,
  type Person,
} from '../../domain/actions/testing/steps.ts';
import { listAudit } from '../../domain/audit/list-audit.ts';
import { listStaff } from '../../domain/operators/staff.ts';
import { joinedOperator } from '../../domain/operators/testing/console-operator.ts';
import { consoleApp, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const { built, db, pool, url } = await builtShop(8);
const { config } = built.ctx;
const ctx: Ctx = {
  ...built.ctx,
  config: { ...config, consoleConfirmAgeHours: 0, limitScale: 1_000 },
};
const because = 'For the nightly report.';
const chief = await person(ctx, 'Chief', ['admin']);
const second = await person(ctx, 'Second', ['admin']);
let app: FastifyInstance;
let send: Send;
beforeAll(async () => {
  app = await consoleApp(ctx, consolePages());
  send = sender(app);
});
afterAll(() => app.close());

const makes = (name: string, permissions: TokenPermission[], projects: string[] = []): Action => ({
  kind: 'make_token',
  name,
  permissions,
  projects,
  days: 30,
  because,
});

/** Two admins make a token. @returns the token */
async function tokenOf(action: Action): Promise<string> {
  const id = await askFor(ctx, chief, action);
  const hash = (await readApproval(ctx, second.operator, { id }))?.plan.plan_hash ?? 'none';
  const step = { id, plan_hash: hash, step_up: await second.assertion(hash) };
  const end = await approve(ctx, second, step);
  if ('refused' in end || end.token === undefined) throw new Error(JSON.stringify(end));
  return end.token;
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const listed = async (name: string) => {
  const { tokens } = await listStaff(ctx, { roles: ['admin'], projects: [] });
  return tokens.find((each) => each.name === name);
};

describe('a token is made by two admins', () => {
  it('shows itself once to the one who says yes, and only its hash is kept', async () => {
    const action = makes('books', ['event.read', 'settlement.read'], ['miniflix']);
    expect(await planFor(ctx, chief, action)).toMatchObject({
      title: 'Make the token books',
      effects: [
        'A script with this token reads events and their results and settlement of miniflix. It changes nothing.',
        'The token ends after 30 days.',
        expect.stringContaining('sees the token once'),
      ],
      needs: { step_up: true },
    });
    expect(await listed('books')).toBeUndefined();
    const token = await tokenOf(action);
    expect(token).toMatch(/^wpt_[\w-]{43}$/);
    const rows = [...(await everyRow(pool)).values()].flat();
    expect(rows.filter((row) => row.includes(token))).toEqual([]);
    expect(await listed('books')).toMatchObject({
      by: 'Chief',
      seen_at: null,
      has_ended: false,
      projects: [{ code: 'miniflix' }],
    });
    expect((await planFor(ctx, chief, { ...action, name: 'BOOKS' } as Action)).why).toContain(
      'A usable token has this name',
    );
  });

  it('has permissions that read alone', async () => {
    const asked = { ...makes('all', []), permissions: ['order.read', 'refund.create'] };
    const { token } = await joinedOperator(ctx, 'Asker', ['admin']);
    const answer = await send('/actions/preview', {
      method: 'POST',
      token,
      payload: { action: asked },
    });
    expect(answer.statusCode).toBe(422);
  });
});

describe('a script with a token', () => {
  it('reads what its permissions name, of its projects, and is named in the audit log', async () => {
    const order = await paidOrder(pool);
    const token = await tokenOf(makes('dashboard', ['order.read'], ['miniflix']));
    const list = await send('/orders', as(token));
    expect(list.statusCode).toBe(200);
    expect(list.json<ConsoleResult<'orders'>>().items.map(({ id }) => id)).toContain(order.orderId);
    const { items } = await listAudit({ db }, { operator: 'token (dashboard)' });
    expect(items).toMatchObject([{ outcome: 'done' }]);
    expect((await listed('dashboard'))?.seen_at).toBeGreaterThan(0);

    const elsewhere = await tokenOf(makes('of dr2', ['order.read'], ['dr2']));
    const none = await send('/orders', as(elsewhere));
    expect(none.json<ConsoleResult<'orders'>>().items).toEqual([]);
  });

  it('is refused for all else: other permissions, steps, people, streams', async () => {
    const token = await tokenOf(makes('reader', ['event.read']));
    const taken: readonly OperationName[] = TOKEN_OPERATIONS;
    // Verified edge: the table's own type names its keys.
    for (const name of Object.keys(OPERATIONS) as OperationName[]) {
      const { method, path, needs }: Operation = OPERATIONS[name];
      if (needs === 'nothing') continue;
      const address = path.replace(':id', 'unknown');
      const { statusCode, body } = await send(address, { method, ...as(token) });
      if (!taken.includes(name)) {
        expect([statusCode, body], name).toEqual([403, expect.stringContaining('not_for_tokens')]);
      } else if (needs === 'event.read') {
        expect([200, 404, 422], name).toContain(statusCode);
      } else {
        expect([statusCode, body], name).toEqual([403, expect.stringContaining('not_permitted')]);
      }
    }
  });

  it('reads prices without plans, and without names and reasons of operators', async () => {
    const file = async (token: string, isScript: boolean) => {
      const sent = isScript ? as(token) : { token };
      return (await send('/catalogue/miniflix', sent)).json<ConsoleResult<'catalogue'>>();
    };
    const seen = await file((await joinedOperator(ctx, 'Looker', ['finance'])).token, false);
    expect(seen.versions.map(({ by }) => by)).not.toContain('');
    const read = await file(await tokenOf(makes('prices', ['catalogue.read'])), true);
    expect(read.goods).toEqual(seen.goods);
    expect(read.versions.length).toBe(seen.versions.length);
    expect(read.versions.every(({ by, because: why }) => by === '' && why === '')).toBe(true);
    expect(read.publications).toEqual([]);
  });

  it('leaves one entry of the audit log in five minutes for one refused operation', async () => {
    const token = await tokenOf(makes('broken', ['order.read']));
    for (let n = 0; n < 5; n += 1) {
      expect((await send('/staff', as(token))).statusCode).toBe(403);
      expect((await send('/settlement', as(token))).statusCode).toBe(403);
    }
    const { items } = await listAudit({ db }, { operator: 'token (broken)' });
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
    expect(new Set(items.map(({ action }) => action)).size).toBe(2);
  });

  it('cannot have the books of all projects with some projects alone', async () => {
    expect((await planFor(ctx, chief, makes('some', ['books.read'], ['dr2']))).why).toContain(
      'those of all projects',
    );
  });

  it('is not helped by the cookie of a person, and a wrong token reads nothing', async () => {
    const good = await tokenOf(makes('good', ['order.read']));
    const { token: session } =
      await import('../../domain/operators/testing/console-operator.ts').then(
        ({ joinedOperator }) => joinedOperator(ctx, 'Beside', ['admin']),
      );
    for (const authorization of [
      'Bearer',
      'Bearer wpt_',
      `Bearer ${good}x`,
      `Bearer ${good.slice(0, -1)}!`,
      `Basic ${good}`,
      good,
      `Bearer ${session}`,
      `Bearer ${'x'.repeat(5_000)}`,
    ]) {
      const answer = await send('/orders', { token: session, headers: { authorization } });
      expect(answer.statusCode, authorization.slice(0, 20)).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'no_token' });
    }
  });

  it('is refused once its token has ended, by a person or by time', async () => {
    const ended = await tokenOf(makes('leaked', ['order.read']));
    const old = await tokenOf(makes('old', ['order.read']));
    const tokenId = (await listed('leaked'))?.id ?? '';
    const step = { kind: 'end_token', token_id: tokenId, because } as const;
    expect((await planFor(ctx, chief, step)).needs.second_person).toBeNull();
    expect(await doStep(ctx, chief, step)).toMatchObject({ state: 'done' });
    await asOwner(url, `update api_tokens set expires_at = now() where name = 'old'`);
    for (const token of [ended, old]) {
      expect((await send('/orders', as(token))).statusCode).toBe(401);
    }
    expect(await listed('leaked')).toMatchObject({ has_ended: true, steps: [] });
    expect((await planFor(ctx, chief, step)).why).toContain('ended already');
    // The name is free again.
    expect((await planFor(ctx, chief, makes('leaked', ['order.read']))).possible).toBe(true);
  });

  it('outlives the person who asked for it, and the removal says so', async () => {
    await tokenOf(makes('of the chief', ['order.read']));
    const removal = { kind: 'remove_operator', operator_id: chief.operator.id, because } as const;
    const { effects } = await planFor(ctx, second, removal);
    expect(effects.at(-1)).toMatch(/stay usable, until they are ended: .*of the chief/);
  });
});

it('fifty tokens are the most, also for two steps at once', async () => {
  await asOwner(
    url,
    `delete from api_tokens;
    insert into api_tokens (id, name, token_hash, permissions, projects, by_id, created_at, expires_at)
      select 'fill' || n, 'fill ' || n, sha256(n::text::bytea), '{order.read}', '{}', '${chief.operator.id}', now(),
        now() + interval '1 day'
      from generate_series(1, 49) n`,
  );
  // Each with an authenticator of its own: the counter of one would refuse the earlier of two answers.
  const third = await person(ctx, 'Third', ['admin']);
  const asked = async (name: string, who: Person) => {
    const id = await askFor(ctx, chief, makes(name, ['order.read']));
    const hash = (await readApproval(ctx, who.operator, { id }))?.plan.plan_hash ?? 'none';
    return { who, step: { id, plan_hash: hash, step_up: await who.assertion(hash) } };
  };
  const steps = [await asked('one', second), await asked('two', third)];
  const ends = await Promise.all(steps.map(({ who, step }) => approve(ctx, who, step)));
  expect(ends.map((end) => ('refused' in end ? end.refused.code : end.state)).toSorted()).toEqual([
    'done',
    'tokens_many',
  ]);
});
