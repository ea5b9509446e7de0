import type { Role } from '@webpay/contract/calls';
import { isSameCharacter } from '../account/other-character.ts';
import { storage } from '../../browser/storage.ts';
import type { Wish } from './cart-writer.ts';

/** Unsaved wishes expire after one hour. */
const MAX_AGE_MS = 60 * 60_000;

/** Stores a character's unsaved wishes on the device for the next page or session. */
export function storeWishes(
  project: string,
  role: Role,
  wishes: ReadonlyMap<string, Wish>,
  nowMs = Date.now(),
): void {
  if (wishes.size > 0) {
    const { server_id, cid } = role;
    const entry = { server_id, cid, at: nowMs, wishes: [...wishes.values()] };
    storage.write('cartUnsaved', entry, project);
    return;
  }
  const stored = storage.read('cartUnsaved', project);
  if (stored && isSameCharacter(stored, role)) storage.forget('cartUnsaved', project);
}

export function storedWishes(project: string, role: Role, nowMs = Date.now()): readonly Wish[] {
  const stored = storage.read('cartUnsaved', project);
  const isTheirs = stored !== null && isSameCharacter(stored, role);
  return isTheirs && Math.abs(nowMs - stored.at) < MAX_AGE_MS ? stored.wishes : [];
}
