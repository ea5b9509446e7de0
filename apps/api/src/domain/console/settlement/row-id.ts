import type { Settled } from '../../ledger/queries.ts';

/** The values by which money is settled. */
export type RowKey = Pick<
  Settled,
  'project' | 'channel' | 'country' | 'tax_thousandths' | 'currency' | 'merchant'
>;

/** The key of a row as it stands in an address: `miniflix~card~DE~19000~EUR`, and `…~nova` of a named merchant. */
export function rowId(key: RowKey): string {
  const { project, channel, country, tax_thousandths: rate, currency, merchant } = key;
  const parts = [project, channel, country, rate === null ? '' : String(rate), currency];
  return [...parts, ...(merchant === '' ? [] : [merchant])].join('~');
}

const FORM =
  /^([^~]{0,64})~([^~]{1,64})~([A-Z]{2})?~([0-9]{1,9})?~([A-Z]{3})(?:~([a-z][a-z0-9_]{0,15}))?$/;

/** Null: it has another form. */
export function readRowId(text: string): RowKey | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const [, project = '', channel = '', country = '', rate, currency = '', merchant = ''] = parts;
  const taxThousandths = rate === undefined ? null : Number(rate);
  return { project, channel, country, tax_thousandths: taxThousandths, currency, merchant };
}
