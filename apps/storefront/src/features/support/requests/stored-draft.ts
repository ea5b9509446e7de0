import { storage } from '../../../browser/storage.ts';
import { type Draft, EMPTY_DRAFT } from './request-rules.ts';

/** A draft survives a reload and a lost network until it is sent. */

export function storedDraft(project: string, orderId: string): Draft {
  return storage.read('requestDrafts', project)?.[orderId] ?? EMPTY_DRAFT;
}

export function storeDraft(project: string, orderId: string, draft: Draft): void {
  const others = storage.read('requestDrafts', project);
  const stored = draft.right === '' && draft.text === '' ? undefined : draft;
  storage.write('requestDrafts', { ...others, [orderId]: stored }, project);
}
