import type { Ctx } from '../context.ts';
import {
  listOrderTokenKeys,
  rotateOrderTokenKey,
  type RotationResult,
  type RotationStep,
} from '../domain/orders/rotate-order-token-key.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';

const USAGE = 'Say what to do: npm run keys -- list, add, switch or remove.';
const VERBS = ['list', 'add', 'switch', 'remove'] as const;

/** Parses a call of `npm run keys`. @throws StartError */
export function readKeyVerb(given: readonly string[]): 'list' | RotationStep {
  const { positionals } = parseWords({ args: [...given], allowPositionals: true, options: {} });
  const verb = VERBS.find((each) => each === positionals[0]);
  if (verb === undefined || positionals.length > 1) throw new StartError(USAGE);
  return verb;
}

/** Runs one call of `npm run keys`. @returns the text to print @throws StartError */
export async function runKeys(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: readonly string[],
): Promise<string> {
  const verb = readKeyVerb(given);
  if (verb === 'list') return listOf(ctx);
  const result = await rotateOrderTokenKey(ctx, verb);
  if (result.kind === 'refused') throw new StartError(whyOf(result));
  return [await listOf(ctx), NEXT[verb]].join('\n');
}

async function listOf(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const keys = await listOrderTokenKeys(ctx);
  if (keys.length === 0) return 'There is no key yet: the first start of the shop makes it.';
  return keys
    .map(({ role, print, since }) => `${MEANING[role]} ${print}, since ${since.toISOString()}`)
    .join('\n');
}

const MEANING = {
  current: 'signs:        ',
  next: 'accepted next:',
  previous: 'accepted old: ',
} as const;

const NEXT: Readonly<Record<RotationStep, string>> = {
  add: 'Every process accepts the new key within a second. Next, after a minute: npm run keys -- switch.',
  switch:
    'Every process signs with the new key within a second. Next, after 66 minutes, and when webpay_second_key_uses_total{key="order_token_key"} no longer grows: npm run keys -- remove.',
  remove: 'What the removed key signed is not accepted any more.',
};

function whyOf(refused: Extract<RotationResult, { kind: 'refused' }>): string {
  switch (refused.why) {
    case 'wait':
      return `The new key is younger than a minute, so a process may not know it yet: try again after ${refused.until.toISOString()}. Nothing was done.`;
    case 'links':
      return `The old key still tells which access links were ended: try again after ${refused.until.toISOString()}. Nothing was done.`;
    case 'no_next':
      return 'There is no new key to switch to: npm run keys -- add. Nothing was done.';
    case 'under_way':
      return 'A second key is accepted already: switch to it, or remove it. Nothing was done.';
    case 'no_old':
      return 'There is one key only, and it signs: nothing to remove. Nothing was done.';
  }
}
