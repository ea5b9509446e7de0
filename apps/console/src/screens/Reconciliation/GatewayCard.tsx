import type { GatewayDay } from '@webpay/contract/console/reconciliation-calls';
import type { Sum } from '@webpay/contract/console/shapes';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Reconciliation.module.css';

/** Sums of a line; the others of a busy day are in its title. */
const SUMS = 4;

/** A gateway's day: the movements that agree, sums, and when the statement was compared. */
export function GatewayCard({
  gateway: each,
  now,
}: {
  readonly gateway: GatewayDay;
  readonly now: number;
}) {
  return (
    <Card title={each.gateway} actions={<Badge tone={each.badge.tone}>{each.badge.text}</Badge>}>
      <dl className={styles['counts']}>
        <Agree label="Captures that agree" of={each.captures} />
        <Agree label="Refunds that agree" of={each.refunds} />
      </dl>
      <p className="muted small">
        <Sums label="Captured here" sums={each.captured} />
        <br />
        <Sums label="Paid back here" sums={each.refunded} />
      </p>
      <p className="muted small">
        <Held each={each} now={now} />
      </p>
    </Card>
  );
}

function Agree({ label, of }: { readonly label: string; readonly of: GatewayDay['captures'] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {of === null ? (
          <span className="muted">not known</span>
        ) : (
          <>
            <b className={styles['value']}>{of.agree.toLocaleString('en')}</b>{' '}
            <span className="muted small">of {of.all.toLocaleString('en')}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function Sums({ label, sums }: { readonly label: string; readonly sums: readonly Sum[] }) {
  if (sums.length === 0) return <>{label}: none</>;
  const rest = sums.length - SUMS;
  return (
    <span title={sums.map(moneyText).join(' · ')}>
      {label}: {sums.slice(0, SUMS).map(moneyText).join(' · ')}
      {rest > 0 && ` · ${rest} more`}
    </span>
  );
}

function Held({ each, now }: { readonly each: GatewayDay; readonly now: number }) {
  if (each.asked_at !== null) {
    return (
      <>
        Another comparison was asked for at <Time at={each.asked_at} now={now} />; the worker does
        it within some minutes.
      </>
    );
  }
  if (each.held_at === null) return <>Not compared yet.</>;
  return (
    <>
      Compared <Time at={each.held_at} now={now} /> UTC
      {each.is_final ? ', fees booked' : ', not final'}
    </>
  );
}
