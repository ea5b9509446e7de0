import type { ConsoleResult } from '@webpay/contract/console/calls';
import { listDeliveries } from '../../domain/console/queues/deliveries.ts';
import { disputeEvidence } from '../../domain/console/dispute-evidence.ts';
import { listDisputes } from '../../domain/console/queues/disputes.ts';
import { lookUpForOperator } from '../../domain/console/queues/look-up-role.ts';
import { countQueues } from '../../domain/console/queues/queue-counts.ts';
import { listRefunds } from '../../domain/console/queues/refunds.ts';
import { readRequest } from '../../domain/console/queues/request.ts';
import { listRequestPage } from '../../domain/console/queues/requests.ts';
import { listUnresolved } from '../../domain/console/queues/unresolved.ts';
import { accepted, found } from './answered.ts';
import type { Handlers } from './call.ts';

/** The queues of what waits for an operator. */
export const QUEUE_HANDLERS: Pick<
  Handlers,
  | 'queues'
  | 'requests'
  | 'request'
  | 'unresolved'
  | 'deliveries'
  | 'refunds'
  | 'roleLookUp'
  | 'disputes'
  | 'disputeEvidence'
> = {
  queues: async (ctx, { operator, input }) => countQueues(ctx, operator, input),
  requests: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'requests'>>(await listRequestPage(ctx, operator, input)),
  request: async (ctx, { operator, input }) => found(await readRequest(ctx, operator, input)),
  unresolved: async (ctx, { operator, input }) => listUnresolved(ctx, operator, input),
  deliveries: async (ctx, { operator, input }) => listDeliveries(ctx, operator, input),
  refunds: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'refunds'>>(await listRefunds(ctx, operator, input)),
  disputes: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'disputes'>>(await listDisputes(ctx, operator, input)),
  disputeEvidence: async (ctx, { operator, input }) =>
    found(await disputeEvidence(ctx, operator, input)),
  roleLookUp: async (ctx, { operator, input }) =>
    accepted(found(await lookUpForOperator(ctx, operator, input))),
};
