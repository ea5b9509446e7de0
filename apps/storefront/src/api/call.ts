import type { CallResult } from '@webpay/contract/calls';
import type { CallName } from '@webpay/contract/paths';
import type { CallFields, CallOptions, Client } from './client.ts';
import { createFeed } from './feed.ts';
import type { ServerClock } from './server-clock.ts';

type Running = { readonly client: Client; readonly clock: ServerClock };

/** A call answered with 200. */
export type Answered = {
  [N in CallName]: {
    readonly name: N;
    readonly fields: CallFields<N>;
    readonly result: CallResult<N>;
  };
}[CallName];

let running: Running | null = null;

/** Publishes every answer of the page to statistics (A04). */
export const answers = createFeed<Answered>();

/** Sets the page's one client at start-up (S04). */
export function setClient(parts: Running): void {
  running = parts;
}

/** Calls the store: `await call('servers', {})`. @throws as `createClient` says */
export async function call<N extends CallName>(
  name: N,
  fields: CallFields<N>,
  options?: CallOptions,
): Promise<CallResult<N>> {
  if (!running) throw new Error('the shop has not started: calls are made in the browser only');
  const result = await running.client(name, fields, options);
  // The three belong together by N, which a union cannot express of a generic.
  answers.push({ name, fields, result } as unknown as Answered);
  return result;
}

/** Returns the server's time in ms since the epoch, for countdowns. */
export const serverNow = () => (running ? running.clock.now() : Date.now());
