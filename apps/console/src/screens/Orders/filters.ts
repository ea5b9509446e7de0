import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { moneyText } from '../../ui/Money/money-text.ts';
import { FIELD_NAMES, fieldOf, type FieldName, TIMES, type View, VIEWS } from './fields.ts';

/** Filters in the address, as words, and as the request that they make. */

export type Filters = Readonly<Partial<Record<FieldName, string>>>;
export type OrdersAddress = {
  readonly view: View;
  readonly filters: Filters;
  readonly project: string | null;
  /** Cursor of the page; null: the newest. */
  readonly after: string | null;
  /** Order in the drawer. */
  readonly open: string | null;
};
export type OrdersRequest = ConsoleRequest<'orders'>;

const DAY_MS = 86_400_000;
const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
const AMOUNT = /^([A-Z]{3}):(\d{0,12})\.\.(\d{0,12})$/;

/** Reads an address. Values that no filter has are left out. */
export function readAddress(params: URLSearchParams): OrdersAddress {
  const wanted = params.get('view');
  const filters: Partial<Record<FieldName, string>> = {};
  for (const name of FIELD_NAMES) {
    const value = validValue(name, params.get(name));
    if (value !== null) filters[name] = value;
  }
  return {
    view: VIEWS.find(({ view }) => view === wanted)?.view ?? 'all',
    filters,
    project: params.get('project'),
    after: params.get('after'),
    open: params.get('open'),
  };
}

/** The query of an address; the drawer and the page belong to a place in the list, so callers give them. */
export function writeAddress(address: Partial<OrdersAddress>): string {
  const { view = 'all', filters = {}, project = null, after = null, open = null } = address;
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  for (const name of FIELD_NAMES) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  if (project !== null) query.set('project', project);
  if (after !== null) query.set('after', after);
  if (open !== null) query.set('open', open);
  return query.size === 0 ? '' : `?${query}`;
}

export function withFilter(filters: Filters, name: FieldName, value: string | null): Filters {
  const { [name]: _before, ...others } = filters;
  return value === null || value === '' ? others : { ...others, [name]: value };
}

/** The value if the field can have it; null: it cannot. */
export function validValue(name: FieldName, value: string | null): string | null {
  if (value === null || value === '') return null;
  const field = fieldOf(name);
  switch (field.kind) {
    case 'choices': {
      const known = value
        .split(',')
        .filter((each) => field.choices.some((one) => one.value === each));
      return known.length === 0 ? null : known.join(',');
    }
    case 'text':
      return field.form.test(value) ? value : null;
    case 'time':
      return spanOf(value, 0) === null ? null : value;
    case 'amount':
      return readAmount(value) === null ? null : value;
  }
}

/** The value in words, for example "today, UTC" or "over $5.00". */
export function valueText(name: FieldName, value: string): string {
  const field = fieldOf(name);
  switch (field.kind) {
    case 'choices': {
      const labels = value
        .split(',')
        .map((each) => field.choices.find((one) => one.value === each)?.label ?? each);
      return labels.join(' or ');
    }
    case 'text':
      return value;
    case 'time':
      return TIMES.find((time) => time.value === value)?.label ?? value.replace('..', ' to ');
    case 'amount':
      return amountText(value);
  }
}

export type Amount = {
  readonly currency: string;
  readonly min: number | null;
  readonly max: number | null;
};

/** `USD:500..1000`, in minor units; either end may be open. */
export function readAmount(value: string): Amount | null {
  const [, currency, min = '', max = ''] = AMOUNT.exec(value) ?? [];
  if (currency === undefined) return null;
  return {
    currency,
    min: min === '' ? null : Number(min),
    max: max === '' ? null : Number(max),
  };
}

function amountText(value: string): string {
  const amount = readAmount(value);
  if (amount === null) return value;
  const { currency, min, max } = amount;
  const sum = (minor: number) => moneyText({ minor, currency });
  if (min !== null && max !== null) return `${sum(min)} to ${sum(max)}`;
  if (min !== null) return `from ${sum(min)}`;
  return max === null ? currency : `up to ${sum(max)}`;
}

/** Request of an address. `now` decides the days. */
export function requestOf(
  { view, filters, project, after }: OrdersAddress,
  now: number,
): OrdersRequest {
  const { time, amount, ...plain } = filters;
  const span = time === undefined ? null : spanOf(time, now);
  const sum = amount === undefined ? null : readAmount(amount);
  const given = {
    ...plain,
    view: view === 'all' ? undefined : view,
    project: project ?? undefined,
    after: after ?? undefined,
    from: span === null ? undefined : String(span.from),
    until: span?.until === undefined ? undefined : String(span.until),
    currency: sum?.currency,
    min: sum?.min === null || sum === null ? undefined : String(sum.min),
    max: sum?.max === null || sum === null ? undefined : String(sum.max),
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

type Span = { readonly from: number; readonly until?: number };

function spanOf(value: string, now: number): Span | null {
  const today = now - (now % DAY_MS);
  switch (value) {
    case 'today':
      return { from: today };
    case 'yesterday':
      return { from: today - DAY_MS, until: today };
    case '7d':
      return { from: today - 6 * DAY_MS };
    case '30d':
      return { from: today - 29 * DAY_MS };
  }
  const [, first = '', last = ''] = DAYS.exec(value) ?? [];
  const from = Date.parse(first);
  const until = Date.parse(last) + DAY_MS;
  return Number.isNaN(from) || Number.isNaN(until) || until <= from ? null : { from, until };
}
