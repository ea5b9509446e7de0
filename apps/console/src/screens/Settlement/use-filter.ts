import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { useSearchParams } from 'react-router';
import { useProject } from '../../router/address.ts';
import { useNow } from '../../ui/Time/use-now.ts';
import { type Days, readDays, writeDays } from './period.ts';

const NAMES = ['channel', 'country', 'currency', 'merchant'] as const;
type FilterName = (typeof NAMES)[number];

/** Period and filters, which are in the address. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const project = useProject();
  const days = readDays(params.get('days'), useNow());
  const change = (name: FilterName | 'days', value: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      // An open row belongs to the filters it came with.
      for (const each of ['open', 'after']) next.delete(each);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  const clear = (): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const each of [...NAMES, 'open', 'after']) next.delete(each);
      return next;
    });
  const input: ConsoleRequest<'settlement'> = { ...days };
  if (project !== null) input.project = project;
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null) input[name] = value;
  }
  return {
    days,
    input,
    value: (name: FilterName) => params.get(name),
    set: change,
    setDays: (chosen: Days | null) => change('days', chosen === null ? null : writeDays(chosen)),
    clear,
    count: NAMES.filter((name) => params.has(name)).length,
  };
}
