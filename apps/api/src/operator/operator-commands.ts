import { OPERATOR_VERBS } from './operator-verbs.ts';

/** Commands that `npm run operator -- NAME` runs, each a program of its own: it runs when it is imported. */
export const COMMANDS: ReadonlyMap<string, () => Promise<unknown>> = new Map([
  ['access-link', () => import('./access-link.ts')],
  ['archive', () => import('./archive.ts')],
  ['audit-log', () => import('./audit-log.ts')],
  ['backup-check', () => import('./backup-check.ts')],
  ['catalogue', () => import('./catalogue.ts')],
  ['draws', () => import('./draws.ts')],
  ['erase', () => import('./erase.ts')],
  ['event-country', () => import('./event-country.ts')],
  ['export', () => import('./export.ts')],
  ['game-check', () => import('./game-check.ts')],
  ['keys', () => import('./keys.ts')],
  ['mall-token', () => import('./mall-token.ts')],
  ['migrate', () => import('./migrate.ts')],
  ['reconcile', () => import('./reconcile.ts')],
  ['resolve', () => import('./resolve.ts')],
  ['retention', () => import('./retention.ts')],
  ['service', () => import('./service.ts')],
  ['settlement', () => import('./settlement.ts')],
  ['status', () => import('./status.ts')],
]);

/** Names that `npm run operator --` takes, sorted. */
export function listCommands(): readonly string[] {
  return [...COMMANDS.keys(), ...OPERATOR_VERBS].sort();
}
