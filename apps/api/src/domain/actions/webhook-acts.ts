import type { ActionOf } from '@webpay/contract/console/actions';
import { WEBHOOK_KEPT_DAYS } from '@webpay/contract/console/webhooks';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { seal } from '../../platform/seal.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { nameKey, readName } from '../operators/rules.ts';
import { newId } from '../orders/ids.ts';
import {
  changeSecret,
  endEndpoint,
  endMessages,
  endpointNames,
  endpointOf,
  endpointUnderLock,
  insertEndpoint,
  insertTest,
  lockEndpoints,
  messageOf,
  messageUnderLock,
  replayMessages,
  sendAgain,
  switchEndpoint,
} from '../webhooks/queries.ts';
import {
  MAX_ENDPOINTS,
  MAX_REPLAYED,
  OLD_SECRET_MS,
  readEndpointUrl,
  secretText,
} from '../webhooks/rules.ts';
import type { Acts, ActRefused, By, Ended, Finish, Subject } from './act.ts';

const without = { amount: null, worth: null } as const;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });
const DONE = { kind: 'done' } as const;
const ENDED = refused('webhook_ended_already');
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const HANDS_OVER = 'The person who says yes sees the secret once, and hands it over.';
const DAY_MS = 86_400_000;

type Kind =
  | 'make_webhook'
  | 'renew_webhook'
  | 'end_webhook'
  | 'switch_webhook'
  | 'test_webhook'
  | 'resend_webhook'
  | 'replay_webhook';

/** Steps with the endpoints that hear of events. */
export const WEBHOOK_ACTS: Acts<Kind> = {
  make_webhook: {
    find: (_ctx, { name }) => Promise.resolve(subjectOf(nameKey(name), name)),
    run: make,
  },
  renew_webhook: { find, run: renew },
  end_webhook: { find, run: end },
  switch_webhook: { find, run: switchTo },
  test_webhook: { find, run: test },
  resend_webhook: {
    find: async ({ db }, { message_id: id }) => {
      const row = await db.maybe(messageOf, { id });
      return row && subjectOf(row.endpoint_id, row.name);
    },
    run: resend,
  },
  replay_webhook: { find, run: replay },
};

async function find(
  { db }: Ctx,
  { webhook_id: id }: { readonly webhook_id: string },
): Promise<Subject | null> {
  const row = await db.maybe(endpointOf, { id });
  return row && subjectOf(id, row.name);
}

/** Endpoints belong to no project: only operators of all projects work with them. */
function subjectOf(id: string, name: string): Subject {
  return {
    kind: 'webhook',
    id,
    name: `webhook ${name}`,
    project: '',
    path: '/webhooks',
    playerId: null,
    orderId: null,
  };
}

/** A new secret, as its receiver is given it and as its row keeps it. */
async function newSecret(ctx: Ctx, id: string): Promise<{ shown: string; sealed: Buffer }> {
  const shown = secretText(ctx.randomBytes(32));
  const key = await readSealKey(ctx, 'webhook_secret_key');
  return { shown, sealed: seal(ctx, key, id, shown) };
}

async function make(
  ctx: Ctx,
  { name: given, url: typed, types, projects }: ActionOf<'make_webhook'>,
  finish: Finish,
  { id: byId }: By,
): Promise<Ended | ActRefused> {
  const name = readName(given);
  if (name === null) return refused('name_not_usable');
  const url = readEndpointUrl(typed, ctx.config.mode === 'sandbox');
  if (url === null) return refused('webhook_address_not_usable');
  if (projects.some((code) => ctx.catalogue.project(code) === null)) {
    return refused('no_such_project');
  }
  const id = newId(ctx);
  const { shown, sealed: secret } = await newSecret(ctx, id);
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockEndpoints);
    const names = await tx.many(endpointNames);
    if (names.some((each) => nameKey(each.name) === nameKey(name))) {
      return refused('webhook_name_taken');
    }
    if (names.length >= MAX_ENDPOINTS) return refused('webhooks_many');
    const now = ctx.clock.real();
    await tx.run(insertEndpoint, { id, name, url, types, projects, secret, byId, now });
    const of = projects.length === 0 ? 'all projects' : LIST.format(projects);
    await finish(tx, {
      title: `Make the webhook ${name}`,
      effects: [
        `${url} is told of ${LIST.format(types)} of ${of}, from now on.`,
        'A message names order, character, sum and way to pay. It names no person.',
        HANDS_OVER,
      ],
      ...without,
      change: { name, after: { url, types, projects } },
    });
    return { kind: 'done', secret: shown };
  });
}

async function renew(
  ctx: Ctx,
  { webhook_id: id }: ActionOf<'renew_webhook'>,
  finish: Finish,
): Promise<Ended | ActRefused> {
  const { shown, sealed } = await newSecret(ctx, id);
  const oldUntil = new Date(ctx.clock.real().getTime() + OLD_SECRET_MS);
  const ran = await withEndpoint(ctx, id, async (tx, { name }) => {
    await tx.run(changeSecret, { id, secret: sealed, oldUntil });
    await finish(tx, {
      title: `Make a new secret for ${name}`,
      effects: [
        'Both secrets sign each message for 24 hours. Then the old one is gone.',
        HANDS_OVER,
      ],
      ...without,
      change: { name, after: 'a new secret' },
    });
    return DONE;
  });
  return ran.kind === 'refused' ? ran : { kind: 'done', secret: shown };
}

async function end(ctx: Ctx, { webhook_id: id }: ActionOf<'end_webhook'>, finish: Finish) {
  return withEndpoint(ctx, id, async (tx, { name, state }) => {
    const now = ctx.clock.real();
    await tx.run(endEndpoint, { id, now });
    await tx.run(endMessages, { id, now });
    await finish(tx, {
      title: `End the webhook ${name}`,
      effects: ['Its address hears nothing any more. Messages that wait for it are given up.'],
      ...without,
      change: { name, before: state, after: 'ended' },
    });
    return DONE;
  });
}

async function switchTo(
  ctx: Ctx,
  { webhook_id: id, state: to }: ActionOf<'switch_webhook'>,
  finish: Finish,
) {
  return withEndpoint(ctx, id, async (tx, { name, state }) => {
    if (state === to) return refused('webhook_is_so_already');
    await tx.run(switchEndpoint, { id, state: to, now: ctx.clock.real() });
    const missed = state === 'gone' || state === 'full';
    await finish(tx, {
      title: to === 'on' ? `Switch ${name} on` : `Switch ${name} off`,
      effects:
        to === 'off'
          ? ['New messages wait until it is on again, three days at most.']
          : [
              'Messages that wait are sent at once.',
              ...(missed ? ['Events while it was stopped were not kept for it.'] : []),
            ],
      ...without,
      change: { name, before: state, after: to },
    });
    return DONE;
  });
}

async function test(ctx: Ctx, { webhook_id: id }: ActionOf<'test_webhook'>, finish: Finish) {
  return withEndpoint(ctx, id, async (tx, { name, state }) => {
    if (state !== 'on') return refused('webhook_is_not_on');
    const { clock } = ctx;
    const eventId = `test_${newId(ctx)}`;
    await tx.run(insertTest, {
      endpointId: id,
      eventId,
      now: clock.now(),
      realNow: clock.real(),
    });
    await finish(tx, {
      title: `Send a test event to ${name}`,
      effects: ['A signed message of the type test is sent at once. It names no order.'],
      ...without,
      change: { name },
    });
    return DONE;
  });
}

async function resend(ctx: Ctx, { message_id: id }: ActionOf<'resend_webhook'>, finish: Finish) {
  return ctx.db.transaction(async (tx) => {
    const realNow = ctx.clock.real();
    const row = await tx.maybe(messageOf, { id });
    if (row === null) return ENDED;
    const message = await tx.maybe(messageUnderLock, { id, realNow });
    if (message === null) return ENDED;
    if (message.is_leased) return refused('webhook_message_is_sent');
    await tx.run(sendAgain, { id, realNow });
    await finish(tx, {
      title: 'Send the message again',
      effects: [
        'It is sent at once with the same id, and for three days until its receiver takes it.',
        ...(message.state === 'taken'
          ? ['Its receiver took it already, and acts on one id once.']
          : []),
      ],
      ...without,
      change: { name: row.name, event: row.event_id, before: message.state },
    });
    return DONE;
  });
}

async function replay(
  ctx: Ctx,
  { webhook_id: id, since: sinceMs }: ActionOf<'replay_webhook'>,
  finish: Finish,
) {
  return withEndpoint(ctx, id, async (tx, { name }) => {
    const realNow = ctx.clock.real();
    const ageMs = realNow.getTime() - sinceMs;
    if (ageMs < 0 || ageMs > WEBHOOK_KEPT_DAYS * DAY_MS) return refused('webhook_too_old');
    const since = new Date(sinceMs);
    const limit = MAX_REPLAYED;
    const count = await tx.run(replayMessages, { endpointId: id, since, realNow, limit });
    if (count === 0) return refused('nothing_to_replay');
    await finish(tx, {
      title: `Send messages to ${name} again`,
      effects: [
        'Messages written since then are sent again with the same ids, in no certain order.',
        `At most the ${limit.toLocaleString('en')} oldest are. Its receiver acts on one id once.`,
      ],
      ...without,
      change: { name, since: since.toISOString(), count },
    });
    return DONE;
  });
}

async function withEndpoint(
  { db }: Ctx,
  id: string,
  work: (
    tx: Tx,
    row: { readonly name: string; readonly state: string },
  ) => Promise<Ended | ActRefused>,
): Promise<Ended | ActRefused> {
  return db.transaction(async (tx) => {
    const row = await tx.maybe(endpointUnderLock, { id });
    return row === null ? ENDED : work(tx, row);
  });
}
