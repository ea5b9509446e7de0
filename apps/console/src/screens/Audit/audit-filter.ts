import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { useSearchParams } from 'react-router';
import { useNow } from '../../ui/Time/use-now.ts';

const DAY_MS = 86_400_000;

/** Spans of time as the address names them. */
export const SPANS = [
  { value: 'today', label: 'Today, UTC' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

const NAMES = ['operator', 'action', 'object', 'time'] as const;
export type FilterName = (typeof NAMES)[number];

/** The log's filters, which are in the address. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams();
  const now = useNow();
  const set = (name: FilterName | 'after', value: string | null): void => {
    const next = new URLSearchParams(params);
    // A cursor belongs to the filters it came with.
    next.delete('after');
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next);
  };
  const clear = (): void => {
    const next = new URLSearchParams(params);
    for (const name of [...NAMES, 'after']) next.delete(name);
    setParams(next);
  };
  return {
    value: (name: FilterName) => params.get(name),
    set,
    clear,
    count: NAMES.filter((name) => params.has(name)).length,
    isFirstPage: !params.has('after'),
    input: inputOf(params, now),
  };
}

/** Input of the call. The day's start keeps it the same all day. */
export function inputOf(params: URLSearchParams, now: number): ConsoleRequest<'audit'> {
  const text = (name: string) => {
    const value = params.get(name);
    return value === null ? {} : { [name]: value };
  };
  const today = now - (now % DAY_MS);
  const days = { today: 0, '7d': 6, '30d': 29 }[params.get('time') ?? ''];
  return {
    ...text('operator'),
    ...text('action'),
    ...text('object'),
    ...text('after'),
    ...(days === undefined ? {} : { from: String(today - days * DAY_MS) }),
    limit: '50',
  };
}
