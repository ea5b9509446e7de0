import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { GoodsImage } from '../../../ui/GoodsImage/GoodsImage.tsx';
import type { BargainPack } from './next-step.ts';
import styles from './PackContents.module.css';

export function PackContents({ pack }: { readonly pack: BargainPack }) {
  const t = useText();
  const lang = useLang();
  return (
    <ul className={styles.contents} aria-label={pack.name}>
      {pack.contents.map((item) => (
        <li key={item.name}>
          <GoodsImage size="icon" tier={3} picture={item.image} />
          <span className={styles.name}>{item.name}</span>
          <b className="num">{t('goods.times', { count: formatNumber(item.count, lang) })}</b>
        </li>
      ))}
    </ul>
  );
}
