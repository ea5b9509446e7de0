import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { textIn } from '../projects/texts.ts';
import { askRefundsNow } from '../refunds/queries.ts';
import { askLateNow, askNow } from '../payments/due-queries.ts';
import { mailUnderLock, makeMailDue, makeServerDue } from '../mail/retry-queries.ts';
import { newId } from '../orders/ids.ts';
import type { Acts, ActRefused, By, Done, Finish, Subject } from './act.ts';
import { MAIL_ACTS } from './mail-acts.ts';
import { RETRY_NOTICE } from './notice-act.ts';
import { PLAYER_ACTS, subjectOfPlayer } from './player-acts.ts';
import { insertNote, mailToDecide, ordersToAsk, waitingAtGateways } from './work-queries.ts';
import { subjectOfMail } from './mail-subject.ts';
import { gatewayInWords } from './words.ts';

/** Steps beside money that an operator orders: queries, retries, ends of doubt, flags and notes. */
export const WORK_ACTS: Acts<
  | 'ask_gateway'
  | 'retry_mail'
  | 'retry_server'
  | 'retry_notice'
  | 'settle_parked'
  | 'settle_mail'
  | 'settle_message'
  | 'confirm_chargeback'
  | 'set_flag'
  | 'clear_flag'
  | 'end_pause'
  | 'log_out'
  | 'add_note'
> = {
  ask_gateway: { find: findOrders, run: askGateways },
  retry_mail: {
    find: async (ctx, { mail_id: id }) => {
      const mail = await ctx.db.maybe(mailToDecide, { id });
      return mail === null ? null : subjectOfMail(mail);
    },
    run: retryMail,
  },
  retry_server: { find: async (ctx, action) => subjectOfServer(ctx, action), run: retryServer },
  retry_notice: RETRY_NOTICE,
  add_note: { find: findNoted, run: addNote },
  ...MAIL_ACTS,
  ...PLAYER_ACTS,
};

const refused = (why: string): ActRefused => ({ kind: 'refused', why });
const DONE = { kind: 'done' } as const;
/** A step that moves no money. */
const without = { amount: null, worth: null } as const;

/** Orders of one project; one that is missing, or of another project, makes all of them missing. */
async function findOrders(
  ctx: Ctx,
  { order_ids: orderIds }: ActionOf<'ask_gateway'>,
): Promise<Subject | null> {
  const wanted = new Set(orderIds);
  const orders = await ctx.db.many(ordersToAsk, { orderIds: [...wanted] });
  const [first] = orders;
  const isWhole = orders.length === wanted.size;
  if (first === undefined || !isWhole) return null;
  if (orders.some(({ project }) => project !== first.project)) return null;
  const isOne = orders.length === 1;
  return {
    kind: 'order',
    id: first.id,
    name: isOne ? first.order_no : `${first.order_no} and ${orders.length - 1} more`,
    project: first.project,
    path: isOne ? `/orders/${first.id}` : null,
    playerId: isOne ? first.player_id : null,
    orderId: isOne ? first.id : null,
  };
}

/** Makes the queries due that the worker makes within a second, or five for ended attempts. */
async function askGateways(ctx: Ctx, action: ActionOf<'ask_gateway'>, finish: Finish) {
  const orderIds = [...new Set(action.order_ids)].toSorted();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const realNow = ctx.clock.real();
    const waiting = await tx.many(waitingAtGateways, { orderIds, now });
    if (waiting.length === 0) return refused('nothing_to_ask');
    const asked = waiting.filter(({ is_recent: isRecent }) => !isRecent);
    if (asked.length === 0) return refused('asked_just_now');
    await tx.run(askNow, { orderIds, realNow, now });
    await tx.run(askLateNow, { orderIds, now });
    await tx.run(askRefundsNow, { orderIds, realNow, now });
    const done: Done = {
      title: 'Ask now',
      effects: [
        ...new Set(asked.map(({ provider, what }) => askedInWords(provider, what))),
      ].toSorted(),
      ...without,
      change: { orders: orderIds },
    };
    await finish(tx, done);
    return DONE;
  });
}

function askedInWords(provider: string, what: 'payment' | 'refund'): string {
  return `${gatewayInWords(provider)} is asked about the ${what} at once, and its result is applied.`;
}

async function retryMail(ctx: Ctx, { mail_id: id }: ActionOf<'retry_mail'>, finish: Finish) {
  return ctx.db.transaction(async (tx) => {
    const realNow = ctx.clock.real();
    const mail = await tx.maybe(mailUnderLock, { id, realNow });
    if (mail === null || mail.has_ended) return refused('mail_has_ended');
    if (mail.is_parked) return refused('mail_is_parked');
    if (mail.is_held) return refused('mail_is_held');
    if (mail.is_leased) return refused('mail_is_being_sent');
    await tx.run(makeMailDue, { id, realNow });
    await finish(tx, {
      title: 'Send the mail now',
      effects: [
        'The mail is sent to its game at once.',
        ...(mail.maybe_given
          ? ['An earlier attempt had no answer; the game takes the same mail once.']
          : []),
      ],
      ...without,
      change: { mail: id },
    });
    return DONE;
  });
}

function subjectOfServer(
  { catalogue }: Ctx,
  { project: code, server_id: serverId }: ActionOf<'retry_server'>,
): Subject | null {
  const project = catalogue.project(code);
  const server = project?.servers.get(serverId);
  if (project === null || server === undefined) return null;
  return {
    kind: 'server',
    id: serverId,
    name: textIn(server.name, 'en', project.lang_default),
    project: code,
    path: null,
    playerId: null,
    orderId: null,
  };
}

/** Mails of one server that one step makes due; the worker takes them by its own limits. */
const MAX_MAILS = 5_000;

async function retryServer(ctx: Ctx, action: ActionOf<'retry_server'>, finish: Finish) {
  const { project, server_id: serverId } = action;
  return ctx.db.transaction(async (tx) => {
    const mails = { project, serverId, realNow: ctx.clock.real(), limit: MAX_MAILS };
    const { count } = await tx.one(makeServerDue, mails);
    if (count === 0) return refused('no_mail_waits');
    await finish(tx, {
      title: 'Send its mails now',
      effects: [
        `Each mail that waits for ${subjectOfServer(ctx, action)?.name ?? serverId} is sent at once, the oldest first.`,
        'Held and parked mails stay where they are.',
      ],
      ...without,
      change: { mails: count },
    });
    return DONE;
  });
}

async function findNoted(ctx: Ctx, action: ActionOf<'add_note'>): Promise<Subject | null> {
  if (action.object === 'player') return subjectOfPlayer(ctx, action.object_id);
  return findOrders(ctx, { kind: 'ask_gateway', order_ids: [action.object_id] });
}

/** The note's text stays out of the audit log, which nobody can erase. */
async function addNote(ctx: Ctx, action: ActionOf<'add_note'>, finish: Finish, by: By) {
  const subject = await findNoted(ctx, action);
  const playerId = subject?.playerId ?? null;
  if (subject === null || playerId === null) return refused('no_such_player');
  const { name, orderId, project } = subject;
  return ctx.db.transaction(async (tx) => {
    const noteId = newId(ctx);
    const text = readableText(action.text);
    if (text === '') return refused('note_is_empty');
    const author = { operatorId: by.id, operator: by.name };
    const of = { noteId, playerId, project, orderId };
    const note = { ...of, ...author, text, now: ctx.clock.now() };
    if ((await tx.run(insertNote, note)) === 0) return refused('character_erased');
    await finish(tx, {
      title: 'Add the note',
      effects: [`Every operator who sees ${name} can read the note.`],
      ...without,
      change: { note: noteId },
    });
    return DONE;
  });
}

/** Leaves out marks that break or turn the text around it; line ends stay. */
function readableText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines.replaceAll(/(?!\n)[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
}
