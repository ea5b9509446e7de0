import type { ConsoleResult } from '@webpay/contract/console/calls';
import { readService } from '../../domain/console/service/read-service.ts';
import { testCall } from '../../domain/console/service/test-call.ts';
import { accepted, found } from './answered.ts';
import type { Handlers } from './call.ts';

/** The service screen; its switches are steps. */
export const SERVICE_HANDLERS: Pick<Handlers, 'service' | 'testCall'> = {
  service: async (ctx, { operator, input }) => readService(ctx, operator, input),
  testCall: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'testCall'>>(found(await testCall(ctx, operator, input))),
};
