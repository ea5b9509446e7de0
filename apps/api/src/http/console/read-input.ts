import { CONSOLE_CALLS, type ConsoleInput } from '@webpay/contract/console/calls';
import { OPERATIONS, type OperationName } from '@webpay/contract/console/operations';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ProblemError, type Refused } from './problem.ts';

/**
 * Creates the reader of an operation's input: GET takes it from the address, the others from a JSON body; parameters of
 * the path belong to it. A field that the operation does not have is refused, because a mistyped filter would filter nothing.
 */
export function inputReader<N extends OperationName>(
  name: N,
): (request: FastifyRequest) => ConsoleInput<N> {
  const schema = CONSOLE_CALLS[name].input;
  const known: ReadonlySet<string> = new Set(Object.keys(schema.entries));
  const isGet = OPERATIONS[name].method === 'GET';
  return ({ query, body, params }) => {
    const given = isGet ? query : (body ?? {});
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      const detail = 'The body is not a JSON object.';
      throw new ProblemError({ status: 422, code: 'wrong_input', detail });
    }
    // Verified edge: Fastify's parameters are texts by name.
    const all = { ...given, ...(params as Readonly<Record<string, string>>) };
    const unknown = Object.keys(all).filter((field) => !known.has(field));
    if (unknown.length > 0) {
      throw wrongInput(unknown.map((path) => ({ path, detail: 'There is no such field.' })));
    }
    const parsed = v.safeParse(schema, all);
    if (parsed.success) return parsed.output;
    throw wrongInput(
      parsed.issues.map((issue) => ({
        path: v.getDotPath(issue) ?? '',
        detail: detailOf(issue),
      })),
    );
  };
}

function wrongInput(fields: NonNullable<Refused['fields']>): ProblemError {
  const names = [...new Set(fields.map(({ path }) => path))].join(', ');
  const detail = `Not as described: ${names}.`;
  return new ProblemError({ status: 422, code: 'wrong_input', detail, fields });
}

/** Without the value: a password must not be in an answer or a log. */
function detailOf({ expected, type }: v.BaseIssue<unknown>): string {
  return expected === null ? `The rule "${type}" does not hold.` : `Expected ${expected}.`;
}
