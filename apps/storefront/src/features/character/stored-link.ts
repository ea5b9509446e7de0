import { storage } from '../../browser/storage.ts';

/** F18: the access link this tab came with (shell/keep-link.ts took it out of the address), until it was opened. */
export function storedLink(project: string): string | null {
  return storage.read('link', project) ?? globalThis.webpayLink ?? null;
}

export function forgetLink(project: string): void {
  storage.forget('link', project);
  globalThis.webpayLink = undefined;
}
