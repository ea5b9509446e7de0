import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Outcome } from './outcome.ts';
import styles from './Events.module.css';

type Row = {
  readonly key: string;
  readonly label: string;
  readonly live: string;
  readonly tried: string;
};

/** Figures of the live rules, and of the tried ones beside them. */
export function Comparison({
  live,
  changed,
  isChanged,
}: {
  readonly live: Outcome;
  readonly changed: Outcome;
  readonly isChanged: boolean;
}) {
  const rows = live.figures.map(({ key, label, value }) => ({
    key,
    label,
    live: value,
    tried: changed.figures.find((each) => each.key === key)?.value ?? 'none',
  }));
  return (
    <div className="stack">
      <p role="status" className="sr-only">
        {isChanged ? saidOf(rows) : 'As live'}
      </p>
      <DataTable
        caption="Figures of the simulation"
        isDense
        columns={isChanged ? [LABEL, BESIDE, TRIED] : [LABEL, LIVE]}
        rows={rows}
        rowKey={({ key }) => key}
      />
      {live.byDay !== null && <Days live={live.byDay} tried={isChanged ? changed.byDay : null} />}
    </div>
  );
}

/** The first figures that moved, for screen readers. */
function saidOf(rows: readonly Row[]): string {
  const moved = rows.filter(({ live, tried }) => live !== tried).slice(0, 3);
  if (moved.length === 0) return 'No figure moved';
  return moved.map(({ label, live, tried }) => `${label}: ${tried}, live ${live}`).join('. ');
}

const LABEL: Column<Row> = {
  key: 'label',
  head: 'Figure',
  card: 'top-start',
  isWrapped: true,
  cell: ({ label }) => label,
};
const LIVE: Column<Row> = {
  key: 'live',
  head: 'Live',
  align: 'end',
  card: 'top-end',
  cell: ({ live }) => <span className="num">{live}</span>,
};
const BESIDE: Column<Row> = { ...LIVE, card: 'mid-end', cardLabel: 'Live' };
const TRIED: Column<Row> = {
  key: 'tried',
  head: 'Tried',
  align: 'end',
  card: 'top-end',
  cell: ({ live, tried }) => (
    <span className={live === tried ? 'num muted' : 'num strong'}>{tried}</span>
  ),
};

const WIDTH = 300;
const HEIGHT = 90;

/** Players at a minimum by day, as a picture; its title tells the ends. */
function Days({
  live,
  tried,
}: {
  readonly live: readonly number[];
  readonly tried: readonly number[] | null;
}) {
  const text = (shares: readonly number[]): string =>
    `${(100 * (shares[0] ?? 0)).toFixed(0)}% on day 1, ${(100 * (shares.at(-1) ?? 0)).toFixed(0)}% on day ${shares.length}`;
  return (
    <figure className={styles['days']}>
      <figcaption>
        <b>Players who have reached a minimum, by day</b>
        <span className={styles['key']} data-line="live">
          Live: {text(live)}
        </span>
        {tried !== null && (
          <span className={styles['key']} data-line="tried">
            Tried: {text(tried)}
          </span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <line key={share} x2={WIDTH} y1={HEIGHT * share} y2={HEIGHT * share} />
        ))}
        <polyline data-line="live" points={pointsOf(live)} />
        {tried !== null && <polyline data-line="tried" points={pointsOf(tried)} />}
      </svg>
    </figure>
  );
}

function pointsOf(shares: readonly number[]): string {
  const step = WIDTH / Math.max(1, shares.length - 1);
  return shares.map((share, day) => `${day * step},${HEIGHT * (1 - share)}`).join(' ');
}
