import type { CSSProperties } from 'react';
import { CountdownLine } from '../../features/events/CountdownLine.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import styles from './Cumulation.module.css';
import { type Cumulation, ringPercent } from './task-view.ts';

/** Shows points in a ring, days, points per dollar and the time to a new day. */
export function Progress(props: { readonly info: Cumulation; readonly onNewDay: () => void }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { info } = props;
  return (
    <Panel className={styles.standing}>
      <div className={styles.ring} style={filled(ringPercent(info))}>
        <div>
          <b className="num">{formatNumber(info.points, lang)}</b>
          <span className="cap">{t('cumulation.points')}</span>
        </div>
      </div>
      <div className={styles.facts}>
        <b className={styles.days}>{t('cumulation.days_of', { days: info.days })}</b>
        <p className="muted">
          {t('cumulation.per_dollar', {
            points: info.points_per_usd,
            price: money({ amount: '1', currency: 'USD' }),
          })}
        </p>
        <p className="cap">
          {t('cumulation.runs', {
            from: formatDate(info.starts_at, lang, 'day'),
            to: formatDate(info.ends_at, lang, 'day'),
          })}
        </p>
        <Chip tone="warn" icon="clock">
          <CountdownLine
            key={info.day_ends_at}
            id="event.new_day_in"
            endsAtMs={info.day_ends_at}
            onEnd={props.onNewDay}
          />
        </Chip>
      </div>
    </Panel>
  );
}

function filled(percent: number): CSSProperties & { readonly '--p': string } {
  return { '--p': `${percent}%` };
}
