import { isDeepStrictEqual } from 'node:util';
import { CALLS } from '@webpay/contract/calls';
import { CODE_MEANINGS } from '@webpay/contract/codes';
import * as v from 'valibot';
import type { Answer } from '../target.ts';
import type { Request } from './requests.ts';

const MEANINGS: Readonly<Record<string, string>> = CODE_MEANINGS;
/** 413: a body over 64 KiB (contract §2). */
const STATUSES = new Set([200, 413]);

/** The contract's first rule that an answer breaks, or null. */
export function violationOf(request: Request, answer: Answer): string | null {
  const { status, headers, text, code, result } = answer;
  if (!STATUSES.has(status)) return `HTTP ${status}`;
  if (headers['x-request-id'] === undefined) return 'no x-request-id';
  if (!/^\{"code":\d+,"msg":"[^"]*","result":.*,"_":\d{13,}\}$/s.test(text)) {
    return `not the envelope: ${text.slice(0, 200)}`;
  }
  if (code === null || MEANINGS[code] === undefined) return `unknown code ${code}`;
  if (code === 500) return 'internal error: 500';
  if (!text.startsWith(`{"code":${code},"msg":${JSON.stringify(MEANINGS[code])},`)) {
    return `another message for ${code}`;
  }
  if (code !== 200) return null;
  const parsed = v.safeParse(CALLS[request.name].result, result);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return `not the shape of ${request.name}: ${v.getDotPath(issue) ?? ''} ${issue.message}`;
  }
  // A shape drops unknown fields: an answer with more than the contract differs from its output.
  return isDeepStrictEqual(parsed.output, result)
    ? null
    : `${request.name} answers more than the contract`;
}
