import type { Role } from '@webpay/contract/calls';
import { isSameCharacter } from '../account/other-character.ts';
import { storage } from '../../browser/storage.ts';
import type { Wish } from './cart-writer.ts';

/** What could not be saved waits this long; later the player may want something else by now. */
const KEPT_MS = 60 * 60_000;

/** Keeps on the device what is wished of a character's cart and not saved, for the next page or session. */
export function keepWishes(
  project: string,
  role: Role,
  wishes: ReadonlyMap<string, Wish>,
  nowMs = Date.now(),
): void {
  if (wishes.size > 0) {
    const { server_id, cid } = role;
    const kept = { server_id, cid, at: nowMs, wishes: [...wishes.values()] };
    storage.write('cartUnsaved', kept, project);
    return;
  }
  const kept = storage.read('cartUnsaved', project);
  if (kept && isSameCharacter(kept, role)) storage.forget('cartUnsaved', project);
}

/** What was kept for this very character. */
export function storedWishes(project: string, role: Role, nowMs = Date.now()): readonly Wish[] {
  const kept = storage.read('cartUnsaved', project);
  const isTheirs = kept !== null && isSameCharacter(kept, role);
  return isTheirs && Math.abs(nowMs - kept.at) < KEPT_MS ? kept.wishes : [];
}
