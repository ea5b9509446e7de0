import { storage } from '../../browser/storage.ts';

/** After a year the player is asked again. */
const LASTS_MS = 365 * 86_400_000;

/** The stored answer; null: never asked, or expired. */
export function storedConsent(project: string, nowMs: number): boolean | null {
  const stored = storage.read('consent', project);
  return stored === null || nowMs - stored.at > LASTS_MS ? null : stored.yes;
}

export function storeConsent(project: string, yes: boolean, nowMs: number): void {
  storage.write('consent', { yes, at: nowMs }, project);
}
