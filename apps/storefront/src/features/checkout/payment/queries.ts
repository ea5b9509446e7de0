import type { Channel } from '@webpay/contract/calls';
import { toMinor, type Money } from '@webpay/contract/money';
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
  device: { readonly hasApplePay: boolean; readonly hasGooglePay: boolean },
): readonly Channel[] {
  return channels.filter(({ method }) => {
    if (method === 'apple_pay') return device.hasApplePay;
    return method !== 'google_pay' || device.hasGooglePay;
  });
}

/** Whether its own button pays at once, so that only its player chooses it. */
export const isDeviceWallet = ({ method }: Channel) =>
  method === 'apple_pay' || method === 'google_pay';

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
  closed: Pick<ReadonlySet<string>, 'has'> = new Set(),
): Channel | null {
  const open = channels.filter(({ pay_id }) => !closed.has(pay_id));
  const wishes = wished.map((wish) => open.find(({ pay_id }) => pay_id === wish));
  return wishes.find(Boolean) ?? open[0] ?? null;
}

/** Whether a method opens its form or component as soon as it is chosen. */
export function opensAtOnce(channel: Channel): boolean {
  return channel.flow === 'card';
}

/** The limit that keeps a method from taking this sum; null: it takes it. */
export function limitBroken({ limits }: Channel, total: Money | null): LimitBroken | null {
  const { min = null, max = null } = limits ?? {};
  if (total === null) return null;
  const isBelow = (low: Money, high: Money) =>
    low.currency === high.currency && toMinor(low) < toMinor(high);
  if (min !== null && isBelow(total, min)) return { kind: 'min', sum: min };
  return max !== null && isBelow(max, total) ? { kind: 'max', sum: max } : null;
}

type LimitBroken = { readonly kind: 'min' | 'max'; readonly sum: Money };
