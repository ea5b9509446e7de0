import { storage } from '../../browser/storage.ts';

/** After a year the player is asked again. */
const LASTS_MS = 365 * 86_400_000;

/** What the player answered in this shop; null: not asked yet, or long ago. */
export function consentGiven(project: string, nowMs: number): boolean | null {
  const kept = storage.read('consent', project);
  return kept === null || nowMs - kept.at > LASTS_MS ? null : kept.yes;
}

export function keepConsent(project: string, yes: boolean, nowMs: number): void {
  storage.write('consent', { yes, at: nowMs }, project);
}
