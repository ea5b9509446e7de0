import { usePage } from '../api/page.tsx';
import styles from '../features/frame/WholePage.module.css';
import { useText } from '../i18n/text.tsx';
import { EmptyState } from '../ui/EmptyState/EmptyState.tsx';

/** R02: the address without a game. */
export default function InConstruction() {
  const t = useText();
  const { art } = usePage();
  const crane = art['crane'];
  return (
    <main className={styles.plain} data-ground="grey">
      <div className={styles.middle}>
        <EmptyState
          heading="h1"
          title={t('construction.title')}
          picture={crane && <img className="fit" src={crane} alt="" />}
        >
          {t('construction.text')}
        </EmptyState>
      </div>
    </main>
  );
}
