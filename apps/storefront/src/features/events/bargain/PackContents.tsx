import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { GoodsImage } from '../../../ui/GoodsImage/GoodsImage.tsx';
import contents from '../../goods/Contents.module.css';
import type { BargainPack } from './next-step.ts';

/** Items of a pack with their counts. */
export function PackContents({ pack }: { readonly pack: BargainPack }) {
  const t = useText();
  const lang = useLang();
  return (
    <ul className={contents.contents} aria-label={pack.name}>
      {pack.contents.map((item) => (
        <li key={item.name}>
          <GoodsImage size="icon" tier={3} picture={item.image} />
          <span className={contents.item}>{item.name}</span>
          <b className="num">{t('goods.times', { count: formatNumber(item.count, lang) })}</b>
        </li>
      ))}
    </ul>
  );
}
