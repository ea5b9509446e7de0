import { storage } from '../../browser/storage.ts';

/** Access link of this tab until it is opened; app/boot/keep-link.ts took it out of the address (F18). */
export function storedLink(project: string): string | null {
  return storage.read('link', project) ?? globalThis.webpayLink ?? null;
}

export function forgetLink(project: string): void {
  storage.forget('link', project);
  globalThis.webpayLink = undefined;
}
