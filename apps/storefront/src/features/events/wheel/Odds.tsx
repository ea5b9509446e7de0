import { useLang, useText } from '../../../i18n/text.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Sheet } from '../../../ui/Sheet/Sheet.tsx';
import type { BargainInfo } from '../bargain/next-step.ts';
import styles from './Odds.module.css';
import { langTag, type Lang } from '../../../i18n/languages.ts';

type OddsProps = Pick<BargainInfo, 'wheel'>;

/** Prizes with their odds, the rarest first. */
function Odds({ wheel }: OddsProps) {
  const t = useText();
  const lang = useLang();
  const prizes = wheel.prizes.toSorted((a, b) => a.odds_percent - b.odds_percent);
  return (
    <>
      <p className="muted">{t('wheel.odds_text')}</p>
      <ul className={styles.odds}>
        {prizes.map((prize) => (
          <li key={prize.index}>
            <img src={prize.image} alt="" className={styles.picture} />
            <span className={styles.label}>{prize.label}</span>
            <b className="num">{formatPercent(prize.odds_percent, lang)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

export function OddsInRules({ wheel }: OddsProps) {
  const t = useText();
  return (
    <section className={styles.inRules}>
      <h3 className={styles.title}>{t('wheel.odds')}</h3>
      <Odds wheel={wheel} />
    </section>
  );
}

export function OddsSheet(
  props: OddsProps & { readonly open: boolean; readonly onClose: () => void },
) {
  const t = useText();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('wheel.odds')} readOnly>
      <Odds wheel={props.wheel} />
    </Sheet>
  );
}

/** Odds in the page, beside or below the board. */
export function OddsPanel({ wheel }: OddsProps) {
  const t = useText();
  return (
    <Panel>
      <h2 className={styles.title}>{t('wheel.odds')}</h2>
      <Odds wheel={wheel} />
    </Panel>
  );
}

/** "2%" or "0.5%" in the reader's language. */
function formatPercent(percent: number, lang: Lang): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(langTag(lang), style).format(percent / 100);
}
