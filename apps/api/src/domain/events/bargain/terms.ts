import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { BargainRules } from './rules.ts';
import { rulesOfTerms } from './queries.ts';

/** Cached without a limit: terms are immutable, and few versions exist per event. */
const cache = new Map<string, BargainRules>();

export async function termsById(on: Db | Tx, id: string): Promise<BargainRules> {
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const { rules } = await on.one(rulesOfTerms, { termsId: id });
  cache.set(id, rules);
  return rules;
}

const ids = new WeakMap<BargainRules, string>();

/** A content hash, so that equal rules share an id. */
export function termsIdOf(rules: BargainRules): string {
  const made = ids.get(rules) ?? createHash('sha256').update(JSON.stringify(rules)).digest('hex');
  ids.set(rules, made);
  return made;
}
