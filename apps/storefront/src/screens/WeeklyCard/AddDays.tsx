import { navigate } from '../../router/history.ts';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { useProject } from '../../api/page.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import type { Card } from './card-view.ts';
import styles from './WeeklyCard.module.css';

/** Sells the same card again while it is active. */
export function AddDays({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const offline = useOfflineReason();
  return (
    <Panel className={styles.line}>
      <div className={styles.lineText}>
        <b className="num">{money(card.price)}</b>
        <span className="muted">{t('card.rule_again_adds', { days: card.days })}</span>
      </div>
      <Button
        kind="ghost"
        size="small"
        blocked={offline}
        onClick={() =>
          navigate(paths.activityPayment(project, { event: 'card', id: card.product_id }))
        }
      >
        {t('card.add_days', { days: card.days })}
      </Button>
    </Panel>
  );
}
