import type { Tone } from '@webpay/contract/console/shapes';
import type { ReactNode } from 'react';
import { moneyText } from '../../ui/Money/money-text.ts';
import { spanText } from '../../ui/Time/time-text.ts';
import styles from './Overview.module.css';
import { type OverviewFile, pointsOf, shareText, signedText, type Worth } from './overview-file.ts';

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' });
/** Smaller changes of a share are noise. */
const NOISE_POINTS = 0.5;

/** The four figures of a day. */
export function Figures({
  figures,
  now,
}: {
  readonly figures: OverviewFile['figures'];
  readonly now: number;
}) {
  const { paid, success, mailbox, waiting } = figures;
  const points = pointsOf(success.now, success.before);
  const isOne = mailbox.mails === 1;
  return (
    <dl className={styles['figures']}>
      <Figure
        label="Paid today"
        note={paidNote(paid.today, paid.before, WEEKDAY.format(now))}
        tone={toneOf(paid.today.usd_minor - paid.before.usd_minor)}
      >
        {usdText(paid.today)}
      </Figure>
      <Figure
        label="Payment success, 24 h"
        note={
          points === null
            ? `${success.now.tried} tried; too few before to compare`
            : `${signedText(points)} points on the day before`
        }
        tone={points !== null && Math.abs(points) >= NOISE_POINTS ? toneOf(points) : undefined}
      >
        {shareText(success.now) ?? 'none tried'}
      </Figure>
      <Figure
        label="Payment to mailbox, 24 h"
        note={`${mailbox.mails.toLocaleString('en')} ${isOne ? 'mail' : 'mails'}`}
      >
        {mailbox.p50_ms === null || mailbox.p95_ms === null ? (
          'no mail'
        ) : (
          <>
            {shortText(mailbox.p50_ms)} <small>p95 {shortText(mailbox.p95_ms)}</small>
          </>
        )}
      </Figure>
      <Figure
        label="Waiting for money to move"
        note={waitingNote(waiting, now)}
        tone={waiting.payments > 0 ? 'orange' : undefined}
      >
        {waiting.payments + waiting.refunds}
      </Figure>
    </dl>
  );
}

function Figure({
  label,
  note,
  tone,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles['value']}>{children}</dd>
      <dd className={styles['note']} data-tone={tone}>
        {note}
      </dd>
    </div>
  );
}

const usdText = ({ usd_minor: minor }: Worth): string => moneyText({ minor, currency: 'USD' });

/** A second has tenths; below it, milliseconds say more. */
const shortText = (ms: number): string => (ms < 1000 ? `${ms} ms` : spanText(ms));

const toneOf = (change: number): Tone | undefined => {
  if (change === 0) return undefined;
  return change > 0 ? 'green' : 'red';
};

/** Against the same weekday to the same minute. */
function paidNote(today: Worth, before: Worth, weekday: string): string {
  const unpriced = today.unpriced === 0 ? '' : `, ${today.unpriced} without a price in dollars`;
  if (before.usd_minor === 0) {
    const orders = today.orders === 1 ? '1 order' : `${today.orders} orders`;
    return `${orders}${unpriced}; none last ${weekday}`;
  }
  const change = (100 * (today.usd_minor - before.usd_minor)) / before.usd_minor;
  return `${signedText(change)}% on last ${weekday}${unpriced}`;
}

function waitingNote(
  { payments, refunds, oldest }: OverviewFile['figures']['waiting'],
  now: number,
): string {
  if (payments + refunds === 0) return 'every gateway has answered';
  const since = oldest === null ? '' : ` · oldest ${spanText(now - oldest)}`;
  const parts = [
    ...(payments === 0 ? [] : [payments === 1 ? '1 payment' : `${payments} payments`]),
    ...(refunds === 0 ? [] : [refunds === 1 ? '1 refund' : `${refunds} refunds`]),
  ];
  return `${parts.join(', ')}${since}`;
}
