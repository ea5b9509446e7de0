import { navigate } from '../../router/history.ts';
import { useProject } from '../../api/page.tsx';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { Rewards } from '../../features/events/Rewards.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import styles from './Cumulation.module.css';
import { isAllClaimed, readyOf, sumOfRewards, type Task } from './task-view.ts';
import type { Claims } from './use-claims.ts';

/** Kinds of rewards that fit beside the button. */
const MOST_SHOWN = 3;

/** Claims all ready rewards; leads to the goods where none is ready. */
export function ClaimBar(props: { readonly tasks: readonly Task[]; readonly claims: Claims }) {
  const { tasks, claims } = props;
  const t = useText();
  const project = useProject();
  const offline = useOfflineReason();
  const ready = readyOf(tasks);
  const sum = sumOfRewards(ready);
  if (ready.length === 0 && claims.running === null) {
    return (
      <BottomBar>
        <Button wide onClick={() => navigate(paths.goodsList(project))}>
          {t(isAllClaimed(tasks) ? 'event.to_shop' : 'event.top_up')}
        </Button>
      </BottomBar>
    );
  }
  return (
    <BottomBar
      sum={{
        note: offline ?? t('cumulation.ready_sum', { count: ready.length }),
        amount: (
          <span className={styles.sum}>
            <Rewards size="bar" items={sum.slice(0, MOST_SHOWN)} />
            {sum.length > MOST_SHOWN && <span className="cap">+{sum.length - MOST_SHOWN}</span>}
          </span>
        ),
      }}
    >
      <Button
        wide
        busy={claims.running !== null}
        busyLabel={t('event.claiming')}
        blocked={offline}
        onClick={() => claims.claim(ready)}
      >
        {t('cumulation.claim_all', { count: ready.length })}
      </Button>
    </BottomBar>
  );
}
