import { isGameScheme } from '@webpay/contract/addresses';
import type { Device } from './device.ts';

/** A12: returns the game's own scheme ("miniflix://") on a phone, a path of the shop elsewhere. */
export function gameAddress(device: Device, scheme: string, path: string): string {
  if (device.os === 'other' || !isGameScheme(scheme)) return path;
  return scheme.includes(':') ? scheme : `${scheme}://`;
}

export function returnToGame(device: Device, scheme: string, path: string): void {
  window.location.assign(gameAddress(device, scheme, path));
}
