import type { SettlementRow, SettlementTotal } from '@webpay/contract/console/settlement-calls';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CardPlace, Column } from '../../ui/DataTable/DataTable.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import styles from './Settlement.module.css';

type Sum = 'captured' | 'refunded' | 'charged_back' | 'fees' | 'quarantined' | 'net';

/** Columns of money with their words and, on a phone, their places. */
const SUMS: readonly {
  readonly key: Sum | 'tax';
  readonly head: string;
  readonly card?: CardPlace;
  /** The sum below it on a phone, where a card has no place of its own. */
  readonly below?: 'tax' | 'quarantined';
}[] = [
  { key: 'captured', head: 'Captured', card: 'mid-start' },
  { key: 'refunded', head: 'Went back', card: 'mid-end' },
  { key: 'charged_back', head: 'Charged back', card: 'low-start', below: 'tax' },
  { key: 'fees', head: 'Fees', card: 'low-end', below: 'quarantined' },
  { key: 'tax', head: 'Tax' },
  { key: 'quarantined', head: 'Quarantine' },
];

/** Says that a tax is not known, and of how many payments. */
export function Tax({ row }: { readonly row: SettlementTotal }) {
  if (row.tax !== null) return <Money sum={{ minor: row.tax, currency: row.currency }} />;
  return (
    <span className="muted" title={`${row.tax_unknown} payments keep no rate of tax`}>
      not known
    </span>
  );
}

function sumColumns<Row extends SettlementTotal>(): readonly Column<Row>[] {
  return SUMS.map(({ key, head, card, below }) => ({
    key,
    head,
    align: 'end',
    ...(card === undefined ? {} : { card, cardLabel: head }),
    cell: (row: Row): ReactNode => (
      <>
        {sumOf(row, key)}
        {below !== undefined && (
          <p className={styles['phone']}>
            {below === 'tax' ? 'Tax' : 'Quarantine'} {sumOf(row, below)}
          </p>
        )}
      </>
    ),
  }));
}

function sumOf(row: SettlementTotal, key: Sum | 'tax'): ReactNode {
  if (key === 'tax') return <Tax row={row} />;
  return <Money sum={{ minor: row[key], currency: row.currency }} />;
}

const netOf = ({ net: minor, currency }: SettlementTotal): ReactNode => (
  <b>
    <Money sum={{ minor, currency }} />
  </b>
);

export const rateText = (thousandths: number | null): string =>
  thousandths === null ? 'rate not known' : `${thousandths / 1_000} % tax`;

/** Channel, country, rate of tax and a named merchant in one line. Quarantined money has neither country nor rate. */
export function placeText(row: SettlementRow): string {
  const { channel, country, tax_thousandths: rate, tax, merchant } = row;
  const hasNone = country === null && rate === null && tax !== null;
  const place = hasNone ? [] : [country ?? 'country not known', rateText(rate)];
  return [channel, ...place, ...(merchant === null ? [] : [merchant])].join(' · ');
}

export const settlementColumns = (
  openId: string | null,
  addressOf: (id: string) => string,
): readonly Column<SettlementRow>[] => [
  {
    key: 'project',
    head: 'Project, channel',
    card: 'top-start',
    cell: (row) => (
      <>
        <Link
          to={{ search: addressOf(row.id) }}
          replace
          preventScrollReset
          data-row-link={row.id}
          aria-expanded={row.id === openId}
        >
          {row.project?.name ?? 'No project'}
        </Link>
        <p className="muted small">
          {placeText(row)} · <span className={styles['code']}>{row.currency}</span>
        </p>
      </>
    ),
  },
  ...sumColumns<SettlementRow>(),
  { key: 'net', head: 'Net', align: 'end', card: 'top-end', cell: netOf },
];

export const TOTAL_COLUMNS: readonly Column<SettlementTotal>[] = [
  {
    key: 'currency',
    head: 'Currency',
    card: 'top-start',
    cell: ({ currency, captures }) => (
      <>
        <b>{currency}</b>
        <p className="muted small">
          {captures} {captures === 1 ? 'payment' : 'payments'}
        </p>
      </>
    ),
  },
  ...sumColumns<SettlementTotal>(),
  { key: 'net', head: 'Net', align: 'end', card: 'top-end', cell: netOf },
];
