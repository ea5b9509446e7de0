import { permissionsOf, type Permission } from '@webpay/contract/console/permissions';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { listApprovals, readApproval } from '../../domain/actions/approvals.ts';
import { approve, decline } from '../../domain/actions/decide-approval.ts';
import { act, previewAction } from '../../domain/actions/pipeline.ts';
import { revealValue } from '../../domain/actions/reveal-value.ts';
import { stepUpChallenge } from '../../domain/actions/step-up.ts';
import { checkAudit } from '../../domain/audit/check-audit.ts';
import { listAudit } from '../../domain/audit/list-audit.ts';
import { listHeads } from '../../domain/audit/list-heads.ts';
import { readGoods } from '../../domain/console/read-goods.ts';
import { readCatalogueFile } from '../../domain/console/read-catalogue.ts';
import { listOrders } from '../../domain/console/list-orders.ts';
import { ordersCsv } from '../../domain/console/orders-csv.ts';
import { orderAnswer } from '../../domain/console/order-answer.ts';
import {
  listOrderViews,
  removeOrderView,
  saveOrderView,
} from '../../domain/console/order-views.ts';
import { orderFile } from '../../domain/console/order-file.ts';
import { readOverview } from '../../domain/console/overview/read-overview.ts';
import { personFile } from '../../domain/console/person-file.ts';
import { playerFile } from '../../domain/console/player-file.ts';
import { search } from '../../domain/console/search.ts';
import { join, readInvitation } from '../../domain/operators/join.ts';
import type { Operator, Refused, SignedIn } from '../../domain/operators/operator.ts';
import {
  linkCompanyAccount,
  unlinkCompanyAccount,
} from '../../domain/actions/link-company-account.ts';
import { endVisit, signInWays, startVisit } from '../../domain/operators/company-account.ts';
import { addPasskey, newPasskeyChallenge } from '../../domain/actions/add-passkey.ts';
import { removePasskey } from '../../domain/actions/remove-passkey.ts';
import { passkeyChallenge, signInByPasskey } from '../../domain/operators/passkeys.ts';
import { endSession, mySecurity, signOut } from '../../domain/operators/sessions.ts';
import { signInByLink, signInByPassword } from '../../domain/operators/sign-in.ts';
import { listStaff } from '../../domain/operators/staff.ts';
import { readEndpoints, readMessages } from '../../domain/webhooks/list-endpoints.ts';
import { accepted, found } from './answered.ts';
import type { ConsoleCall, Handlers } from './call.ts';
import { BOOK_HANDLERS } from './book-handlers.ts';
import { ProblemError } from './problem.ts';
import { QUEUE_HANDLERS } from './queue-handlers.ts';
import { SHOP_HANDLERS } from './shop-handlers.ts';

/** The domain's function behind each operation. */
export const HANDLERS: Handlers = {
  signInByPassword: async (ctx, call) =>
    signedIn(ctx, call, await signInByPassword(ctx, call.input, call.from)),
  signInByLink: async (ctx, call) =>
    signedIn(ctx, call, await signInByLink(ctx, call.input, call.from)),
  passkeyChallenge: async (ctx) => passkeyChallenge(ctx),
  signInByPasskey: async (ctx, call) =>
    signedIn(ctx, call, await signInByPasskey(ctx, call.input, call.from)),
  signInWays: async (ctx) => signInWays(ctx),
  companySignIn: async (ctx, call) => visiting(call, await startVisit(ctx, null)),
  companyReturn: async (ctx, call) => {
    const { visit, input, from } = call;
    // A visit takes one answer, so its cookie has no use any more.
    visit.end();
    const ended = accepted(await endVisit(ctx, { token: visit.token, ...input }, from));
    if ('linked' in ended) return { kind: 'linked' };
    call.keepSession(ended.token);
    return { kind: 'signed_in', me: meOf(ctx, ended.operator) };
  },
  linkCompanyAccount: async (ctx, call) =>
    visiting(call, await linkCompanyAccount(ctx, call.operator, call.input, call.from)),
  unlinkCompanyAccount: async (ctx, { operator, input, from }) =>
    accepted(await unlinkCompanyAccount(ctx, operator, input, from)),
  readInvitation: async (ctx, { input }) => accepted(await readInvitation(ctx, input)),
  join: async (ctx, call) => {
    const joined = accepted(await join(ctx, call.input, call.from));
    call.keepSession(joined.token);
    return { me: meOf(ctx, joined.operator), recovery_codes: [...joined.recoveryCodes] };
  },
  signOut: async (ctx, { operator, from, endCookie }) => {
    const done = await signOut(ctx, operator, from);
    endCookie();
    return done;
  },
  me: async (ctx, { operator }) => meOf(ctx, operator),
  mySecurity: async (ctx, { operator }) => mySecurity(ctx, operator),
  newPasskeyChallenge: async (ctx, { operator, input, from }) =>
    accepted(await newPasskeyChallenge(ctx, operator, input, from)),
  addPasskey: async (ctx, { operator, input, from }) =>
    accepted(await addPasskey(ctx, operator, input, from)),
  removePasskey: async (ctx, { operator, input, from }) =>
    accepted(await removePasskey(ctx, operator, input, from)),
  endSession: async (ctx, { operator, input, from }) =>
    accepted(await endSession(ctx, operator, input, from)),
  search: async (ctx, { operator, input }) => search(ctx, operator, input),
  overview: async (ctx, { operator, input }) => readOverview(ctx, operator, input),
  orders: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'orders'>>(await listOrders(ctx, operator, input)),
  ordersCsv: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'ordersCsv'>>(await ordersCsv(ctx, operator, input)),
  orderViews: async (ctx, { operator }) => listOrderViews(ctx, operator),
  saveOrderView: async (ctx, { operator, input, from }) =>
    accepted(await saveOrderView(ctx, operator, input, from)),
  removeOrderView: async (ctx, { operator, input, from }) =>
    accepted(await removeOrderView(ctx, operator, input, from)),
  order: async (ctx, { operator, input }) => found(await orderFile(ctx, operator, input)),
  orderAnswer: async (ctx, { operator, input }) => found(await orderAnswer(ctx, operator, input)),
  player: async (ctx, { operator, input }) => found(await playerFile(ctx, operator, input)),
  revealPerson: async (ctx, { operator, input, from }) =>
    accepted(await revealValue(ctx, { operator, from }, input)),
  personFile: async (ctx, { operator, input, from }) =>
    accepted<ConsoleResult<'personFile'>>(await personFile(ctx, { operator, from }, input)),
  goods: async (ctx, { operator, input }) => found(await readGoods(ctx, operator, input)),
  catalogue: async (ctx, { operator, input }) =>
    forCaller(operator, found(await readCatalogueFile(ctx, operator, input))),
  ...QUEUE_HANDLERS,
  ...SHOP_HANDLERS,
  ...BOOK_HANDLERS,
  previewAction: async (ctx, { operator, input, from }) =>
    accepted(await previewAction(ctx, { operator, from }, input)),
  stepUpChallenge: async (ctx, { operator, input }) =>
    accepted(await stepUpChallenge(ctx, operator, input)),
  act: async (ctx, { operator, input, from }) =>
    accepted(await act(ctx, { operator, from }, input)),
  approvals: async (ctx, { operator, input }) => listApprovals(ctx, operator, input),
  approval: async (ctx, { operator, input }) => found(await readApproval(ctx, operator, input)),
  approve: async (ctx, { operator, input, from }) =>
    accepted(await approve(ctx, { operator, from }, input)),
  decline: async (ctx, { operator, input, from }) =>
    accepted(await decline(ctx, { operator, from }, input)),
  staff: async (ctx, { operator }) => listStaff(ctx, operator),
  webhooks: async (ctx, { operator }) =>
    readEndpoints(ofAllProjects(operator, ctx, 'order.read'), mayOf(operator)),
  webhookMessages: async (ctx, { operator, input }) =>
    found(await readMessages(ofAllProjects(operator, ctx, 'order.read'), input, mayOf(operator))),
  audit: async (ctx, { operator, input }) =>
    listAudit(ctx, ofAllProjects(operator, input, 'audit.read')),
  checkAudit: async (ctx, { operator }) => checkAudit(ofAllProjects(operator, ctx, 'audit.read')),
  auditHeads: async (ctx, { operator, input }) =>
    listHeads(ctx, ofAllProjects(operator, input, 'audit.read')),
};

/** A script reads prices as they are: no plans, and no names or reasons of operators. */
function forCaller(
  { permissions }: Operator,
  file: ConsoleResult<'catalogue'>,
): ConsoleResult<'catalogue'> {
  if (permissions === undefined) return file;
  const versions = file.versions.map((version) => ({ ...version, by: '', because: '' }));
  return { ...file, versions, publications: [] };
}

/** The audit log and the webhooks are those of all projects. @throws ProblemError */
function ofAllProjects<T>(
  { projects }: Operator,
  value: T,
  permission: 'audit.read' | 'order.read',
): T {
  if (projects.length === 0) return value;
  const detail = 'This page covers all projects: operators of some of them do not read it.';
  throw new ProblemError({ status: 403, code: 'not_permitted', permission, detail });
}

const mayOf =
  ({ roles }: Operator) =>
  (permission: Permission): boolean =>
    permissionsOf(roles).includes(permission);

function visiting(
  { visit }: Pick<ConsoleCall<'companySignIn'>, 'visit'>,
  started: Awaited<ReturnType<typeof startVisit>>,
): ConsoleResult<'companySignIn'> {
  const { address, token } = accepted(started);
  visit.keep(token);
  return { address };
}

type SignIn = 'signInByPassword' | 'signInByLink' | 'signInByPasskey';

function signedIn(
  ctx: Ctx,
  call: ConsoleCall<SignIn>,
  outcome: SignedIn | Refused,
): ConsoleResult<'me'> {
  const { token, operator } = accepted(outcome);
  call.keepSession(token);
  return meOf(ctx, operator);
}

/** The operator as its pages know it. */
export function meOf({ catalogue, config }: Ctx, operator: Operator): ConsoleResult<'me'> {
  const { id, name, roles, projects, signedInBy, hasSecondFactor, sessionEndsAt } = operator;
  const shown = catalogue
    .projects()
    .filter(({ code }) => projects.length === 0 || projects.includes(code));
  return {
    id,
    name,
    roles: [...roles],
    permissions: [...permissionsOf(roles)],
    projects: shown.map((project) => ({
      code: project.code,
      name: project.name['en'] ?? project.code,
    })),
    world: config.mode,
    signed_in_by: signedInBy,
    has_second_factor: hasSecondFactor,
    session_ends_at: sessionEndsAt.getTime(),
    shop_url: config.publicUrl,
  };
}
