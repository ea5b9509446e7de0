import type { Channel } from '@webpay/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** C06: the ways to pay in a country. */
export function channelsQuery(country: string) {
  return queryOptions({
    queryKey: ['channels', country],
    queryFn: ({ signal }) => call('payChannels', { country }, { signal }),
    staleTime: 60_000,
  });
}

/** F04: what depends on the device is offered where the device has it. */
export function channelsHere(
  channels: readonly Channel[],
  device: { readonly hasApplePay: boolean },
): readonly Channel[] {
  return channels.filter(({ method }) => method !== 'apple_pay' || device.hasApplePay);
}

/** The list with the way used last on this device at its top. */
export function usualFirst(
  channels: readonly Channel[],
  usual: readonly (string | null | undefined)[],
): readonly Channel[] {
  const last = firstChannel(
    channels.filter(({ pay_id }) => usual.includes(pay_id)),
    usual,
    new Set(),
  );
  return last ? [last, ...channels.filter((each) => each !== last)] : channels;
}

/** The way chosen when the page opens: the last one used, else the first that is not closed. */
export function firstChannel(
  channels: readonly Channel[],
  wished: readonly (string | null | undefined)[],
  closed: ReadonlySet<string>,
): Channel | null {
  const open = channels.filter(({ pay_id }) => !closed.has(pay_id));
  for (const wish of wished) {
    const found = open.find(({ pay_id }) => pay_id === wish);
    if (found) return found;
  }
  return open[0] ?? null;
}

/** Ways that open a form or a component of the gateway as soon as they are chosen. */
export function opensAtOnce(channel: Channel): boolean {
  return channel.method !== 'wallet';
}
