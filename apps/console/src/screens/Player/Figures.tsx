import type { ReactNode } from 'react';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Figures.module.css';
import type { PlayerFile } from './player-file.ts';

/** Money of the character by currency, never added across them. */
export function Figures({ file }: { readonly file: PlayerFile }) {
  const { totals, last_paid_at: lastPaidAt, requests_this_year: requests, now } = file;
  const back = totals.filter((total) => total.back.minor > 0);
  return (
    <dl className={styles['figures']}>
      <Figure label="Paid, net">
        {totals.length === 0
          ? 'nothing'
          : totals.map(({ paid, back: returned }) => (
              <span key={paid.currency}>
                {moneyText({ ...paid, minor: paid.minor - returned.minor })}
              </span>
            ))}
      </Figure>
      <Figure label="Last payment">
        {lastPaidAt === null ? 'never' : <Time at={lastPaidAt} now={now} as="distance" />}
      </Figure>
      <Figure label="Went back">
        {back.length === 0
          ? 'nothing'
          : back.map((total) => <span key={total.back.currency}>{moneyText(total.back)}</span>)}
      </Figure>
      <Figure label={`Requests in ${new Date(now).getUTCFullYear()}`}>
        {requests === 0 ? 'none' : requests}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
