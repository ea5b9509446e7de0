import { useText } from '../../../i18n/text.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { useConfigs } from '../../../api/page.tsx';
import styles from './AllBought.module.css';

export function AllBought() {
  const t = useText();
  const { art } = useConfigs().theme;
  return (
    <Panel className={styles.panel}>
      <EmptyState
        title={t('bargain.all_bought')}
        picture={
          <>
            {art['trophy'] && <img className={`fit ${styles.trophy}`} src={art['trophy']} alt="" />}
            {art['sparkles'] && <img className={styles.sparkles} src={art['sparkles']} alt="" />}
          </>
        }
      >
        {t('bargain.all_bought_text')}
      </EmptyState>
    </Panel>
  );
}
