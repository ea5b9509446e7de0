import { useNavigate } from 'react-router';
import { useOfflineReason } from '../../features/device/use-offline-reason.ts';
import { useProject } from '../../features/config/page.tsx';
import { useMoney } from '../../features/price/use-money.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Card } from './card-view.ts';
import styles from './WeeklyCard.module.css';

/** While it is active: the same card once more. */
export function AddDays({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const navigate = useNavigate();
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
          void navigate(paths.activityPayment(project, { event: 'card', id: card.product_id }))
        }
      >
        {t('card.add_days', { days: card.days })}
      </Button>
    </Panel>
  );
}
