import { useText } from '../../../i18n/text.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { Meter } from './Meter.tsx';
import type { BargainPack } from './next-step.ts';
import styles from './PackState.module.css';

/** Name, worth and price of the chosen pack in the pane. */
export function PackState({ pack }: { readonly pack: BargainPack }) {
  const t = useText();
  const money = useMoney();
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{pack.name}</h2>
        <Chip tone="gold">{t('bargain.worth', { price: money(pack.worth) })}</Chip>
      </div>
      <Meter pack={pack} inPane />
    </>
  );
}
