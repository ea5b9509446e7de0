import type { Channel } from '@webpay/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Payment methods of a country (C06). */
export function channelsQuery(country: string) {
  return queryOptions({
    queryKey: ['channels', country],
    queryFn: ({ signal }) => call('payChannels', { country }, { signal }),
    staleTime: 60_000,
  });
}

/** Filters out methods that the device does not support (F04). */
export function supportedChannels(
  channels: readonly Channel[],
  device: { readonly hasApplePay: boolean },
): readonly Channel[] {
  return channels.filter(({ method }) => method !== 'apple_pay' || device.hasApplePay);
}

/** Moves the method last used on this device to the top. */
export function usualFirst(
  channels: readonly Channel[],
  usual: readonly (string | null | undefined)[],
): readonly Channel[] {
  const known = channels.filter(({ pay_id }) => usual.includes(pay_id));
  const last = firstChannel(known, usual);
  return last ? [last, ...channels.filter((each) => each !== last)] : channels;
}

/** Initial choice: the first wished method that is open, else the first open one. */
export function firstChannel(
  channels: readonly Channel[],
  wished: readonly (string | null | undefined)[],
  closed: ReadonlySet<string> = new Set(),
): Channel | null {
  const open = channels.filter(({ pay_id }) => !closed.has(pay_id));
  const wishes = wished.map((wish) => open.find(({ pay_id }) => pay_id === wish));
  return wishes.find(Boolean) ?? open[0] ?? null;
}

/** Whether a method opens its form or component as soon as it is chosen. */
export function opensAtOnce(channel: Channel): boolean {
  return channel.method !== 'wallet';
}
