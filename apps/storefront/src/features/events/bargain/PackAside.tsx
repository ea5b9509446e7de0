import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import { PanePart } from '../../../ui/Frame/Frame.tsx';
import { GoodsImage } from '../../../ui/GoodsImage/GoodsImage.tsx';
import { useMoney } from '../../goods/use-money.ts';
import contents from '../../goods/Contents.module.css';
import { type BargainInfo, type BargainPack, chosenPack } from './next-step.ts';
import styles from './PackAside.module.css';

/** Chosen pack with its contents, beside the column. */
export function PackAside({ info }: { readonly info: BargainInfo }) {
  const t = useText();
  const money = useMoney();
  const chosen = chosenPack(info);
  const packs = chosen ? [chosen] : info.packs;
  return packs.map((pack) => (
    <PanePart key={pack.pack_id}>
      <div className={styles.head}>
        <h2 className={styles.title}>{pack.name}</h2>
        <Chip tone="gold">{t('bargain.worth', { price: money(pack.worth) })}</Chip>
      </div>
      {chosen && (
        <div className={styles.picture}>
          <GoodsImage size="fill" pedestal rays tier={4} picture={pack.image} />
        </div>
      )}
      <PackContents pack={pack} />
    </PanePart>
  ));
}

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
