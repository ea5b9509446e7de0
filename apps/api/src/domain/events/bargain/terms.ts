import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { BargainRules } from './rules.ts';
import { rulesOfTerms } from './queries.ts';

/** Terms never change, and there are as many as an event's file had versions while it ran. */
const known = new Map<string, BargainRules>();

/** What was promised with a coupon. */
export async function termsById(on: Db | Tx, id: string): Promise<BargainRules> {
  const kept = known.get(id);
  if (kept !== undefined) return kept;
  const { rules } = await on.one(rulesOfTerms, { termsId: id });
  known.set(id, rules);
  return rules;
}

const ids = new WeakMap<BargainRules, string>();

/** The same rules have the same id. */
export function termsIdOf(rules: BargainRules): string {
  const made = ids.get(rules) ?? createHash('sha256').update(JSON.stringify(rules)).digest('hex');
  ids.set(rules, made);
  return made;
}
