import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import {
  type AnsweredName,
  CONSOLE_API,
  type Operation,
  OPERATIONS,
} from '@webpay/contract/console/operations';
import { CallFailure, failureOf, notReachable, tooSlow } from './failure.ts';
import { learn, mostAge } from './newest.ts';
import { signInAgain } from './sign-in-again.ts';

const PATIENCE_S = 20;

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** `fail`: a 401 is thrown; otherwise the sign-in opens over the page and the call repeats. */
  readonly unauthorized?: 'fail';
};

/** Calls an operation of the console. @throws CallFailure, or AbortError when `signal` aborts. */
export async function call<N extends AnsweredName>(
  name: N,
  input: ConsoleRequest<N>,
  options: CallOptions = {},
): Promise<ConsoleResult<N>> {
  const operation: Operation = OPERATIONS[name];
  try {
    return (await send(operation, input, options.signal)) as ConsoleResult<N>;
  } catch (error) {
    const isSignedOut = error instanceof CallFailure && error.status === 401;
    if (!isSignedOut || operation.needs === 'nothing' || options.unauthorized === 'fail') {
      throw error;
    }
    await signInAgain();
    // The server checks every answer against the shape of its operation.
    return (await send(operation, input, options.signal)) as ConsoleResult<N>;
  }
}

async function send(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const patience = AbortSignal.timeout(PATIENCE_S * 1000);
  const { path, rest } = placed(operation.path, input);
  const isGet = operation.method === 'GET';
  let response: Response;
  try {
    response = await fetch(CONSOLE_API + path + (isGet ? queryOf(rest) : ''), {
      method: operation.method,
      headers: isGet
        ? { accept: 'application/json', ...mostAge() }
        : {
            accept: 'application/json',
            'content-type': 'application/json',
            'x-console': '1',
            ...mostAge(),
          },
      ...(isGet ? {} : { body: JSON.stringify(rest) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    if (response.ok) return await response.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw patience.aborted ? tooSlow(PATIENCE_S) : notReachable();
  } finally {
    // The next answer may not be older than this one. A step without an answer may have been done.
    learn();
  }
  throw await failureOf(response);
}

/** Moves the parameters of the path out of the input. */
function placed(template: string, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? '' : `?${query}`;
}
