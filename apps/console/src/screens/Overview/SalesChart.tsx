import { useId } from 'react';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { clockText } from '../../ui/Time/time-text.ts';
import styles from './SalesChart.module.css';
import type { OverviewFile } from './overview-file.ts';

type HalfHour = OverviewFile['sales'][number];

const WIDTH = 480;
const HEIGHT = 200;
const LINES = 3;
const LABEL_EVERY = 8;

const usd = (minor: number): string => moneyText({ minor, currency: 'USD' });
const shortUsd = (minor: number): string => usd(minor).replace(/\.00$/, '');
const hourOf = (at: number): string => clockText(at).slice(0, 5);

/** Sales of the last 24 hours by half hour, as a picture and as a table. */
export function SalesChart({ sales }: { readonly sales: readonly HalfHour[] }) {
  const titleId = useId();
  const total = sales.reduce((sum, { now }) => sum + now.usd_minor, 0);
  const totalBefore = sales.reduce((sum, { before }) => sum + before.usd_minor, 0);
  const most = niceMost(
    Math.max(...sales.flatMap(({ now, before }) => [now.usd_minor, before.usd_minor])),
    LINES,
  );
  const now = points(sales.map((each) => each.now.usd_minor / most));
  const before = points(sales.map((each) => each.before.usd_minor / most));
  return (
    <Card
      title="Sales"
      note="US dollars at catalogue prices, by half hour"
      actions={
        <span className={styles['legend']}>
          <span data-line="now">Last 24 hours</span>
          <span data-line="before">A week before</span>
        </span>
      }
    >
      <div className={styles['chart']}>
        <div className={styles['scale']} aria-hidden="true">
          {Array.from({ length: LINES + 1 }, (_, n) => (
            <span key={n}>{shortUsd((most * (LINES - n)) / LINES)}</span>
          ))}
        </div>
        <svg
          className={styles['lines']}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={titleId}
        >
          <title id={titleId}>
            {`Sales of the last 24 hours: ${usd(total)} in all, ${usd(totalBefore)} a week before. The table below has every half hour.`}
          </title>
          {Array.from({ length: LINES + 1 }, (_, n) => (
            <line
              key={n}
              className={styles['grid']}
              x1="0"
              x2={WIDTH}
              y1={(HEIGHT * n) / LINES}
              y2={(HEIGHT * n) / LINES}
            />
          ))}
          <polygon className={styles['area']} points={`0,${HEIGHT} ${now} ${WIDTH},${HEIGHT}`} />
          <polyline className={styles['before']} points={before} />
          <polyline className={styles['now']} points={now} />
        </svg>
        <div className={styles['hours']} aria-hidden="true">
          {sales
            .filter((_, n) => n % LABEL_EVERY === 0)
            .map(({ from }) => (
              <span key={from}>{hourOf(from)}</span>
            ))}
        </div>
      </div>
      <details className={styles['table']}>
        <summary>Show as a table</summary>
        <DataTable
          caption="Sales by half hour, UTC"
          columns={COLUMNS}
          rows={sales.toReversed()}
          rowKey={({ from }) => String(from)}
          isDense
        />
      </details>
    </Card>
  );
}

const COLUMNS: readonly Column<HalfHour>[] = [
  { key: 'from', head: 'From', cell: ({ from }) => `${hourOf(from)} UTC`, card: 'top-start' },
  {
    key: 'orders',
    head: 'Orders',
    align: 'end',
    cell: ({ now }) => now.orders,
    card: 'mid-start',
    cardLabel: 'Orders',
  },
  {
    key: 'now',
    head: 'Sales',
    align: 'end',
    cell: ({ now }) => usd(now.usd_minor),
    card: 'top-end',
  },
  {
    key: 'before',
    head: 'A week before',
    align: 'end',
    cell: ({ before }) => usd(before.usd_minor),
    card: 'mid-end',
    cardLabel: 'A week before',
  },
];

/** Points of a line through shares of the height, from edge to edge. */
function points(shares: readonly number[]): string {
  const step = WIDTH / Math.max(1, shares.length - 1);
  return shares
    .map((share, n) => `${(n * step).toFixed(1)},${(HEIGHT * (1 - share)).toFixed(1)}`)
    .join(' ');
}

/** The least round number of cents, in whole dollars for each of the lines, that is not below `most`. */
export function niceMost(most: number, lines: number): number {
  const each = Math.max(most / lines, 100);
  const power = 10 ** Math.floor(Math.log10(each));
  const factor = [1, 2, 5, 10].find((one) => one * power >= each) ?? 10;
  return factor * power * lines;
}
