import { storage } from '../../../browser/storage.ts';
import { type Draft, EMPTY_DRAFT } from './request-rules.ts';

/** What was typed about an order outlives a reload and a lost network, until it is sent. */

export function storedDraft(project: string, orderId: string): Draft {
  return storage.read('requestDrafts', project)?.[orderId] ?? EMPTY_DRAFT;
}

export function keepDraft(project: string, orderId: string, draft: Draft): void {
  const others = storage.read('requestDrafts', project);
  const kept = draft.right === '' && draft.text === '' ? undefined : draft;
  storage.write('requestDrafts', { ...others, [orderId]: kept }, project);
}
