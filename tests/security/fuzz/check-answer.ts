import { isDeepStrictEqual } from 'node:util';
import { CALLS } from '@webpay/contract/calls';
import { CODE_MEANINGS } from '@webpay/contract/codes';
import * as v from 'valibot';
import type { Seen } from '../wire.ts';
import type { Request } from './requests.ts';

const MEANINGS: Readonly<Record<string, string>> = CODE_MEANINGS;
/** Contract §2: a body over 64 KiB. */
const STATUSES = new Set([200, 413]);

/** What is wrong with an answer, whatever was asked; null: nothing. */
export function troubleOf(request: Request, seen: Seen): string | null {
  const { status, headers, text, code, result } = seen;
  if (!STATUSES.has(status)) return `HTTP ${status}`;
  if (headers['x-request-id'] === undefined) return 'it has no x-request-id';
  if (!/^\{"code":\d+,"msg":"[^"]*","result":.*,"_":\d{13,}\}$/s.test(text))
    return `not the envelope: ${text.slice(0, 200)}`;
  if (code === null || MEANINGS[code] === undefined) return `an unknown code: ${code}`;
  if (code === 500) return 'our fault: 500';
  if (!text.startsWith(`{"code":${code},"msg":${JSON.stringify(MEANINGS[code])},`))
    return `another word for ${code}`;
  if (code !== 200) return null;
  const parsed = v.safeParse(CALLS[request.name].result, result);
  if (!parsed.success)
    return `not the shape of ${request.name}: ${v.flatten(parsed.issues).root?.[0] ?? pathOf(parsed.issues[0])}`;
  // A shape drops what it does not name: what is told beyond the contract would differ.
  return isDeepStrictEqual(parsed.output, result)
    ? null
    : `${request.name} tells more than the contract`;
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`;
}
