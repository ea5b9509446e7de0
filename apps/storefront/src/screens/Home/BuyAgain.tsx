import type { Goods } from '@webpay/contract/calls';
import { useId } from 'react';
import { bonusText } from '../../features/goods/goods-text.ts';
import { tierOf } from '../../features/goods/tier.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import section from '../../styles/section-title.module.css';
import styles from './BuyAgain.module.css';

/** Offers the last purchase again, two taps from paid. */
export function BuyAgain(props: {
  readonly goods: Goods;
  /** The last payment channel, if it is still open. */
  readonly channel: string | null;
  /** True while nothing is selected in the goods list. */
  readonly isPrimary: boolean;
  readonly onBuy: () => void;
}) {
  const { goods } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const id = useId();
  const bonus = bonusText(goods, { t, lang });
  const price = money(goods.price);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={section.title}>
        {t('home.buy_again')}
      </h2>
      <Panel className={styles.again}>
        <div className={styles.stage}>
          <GoodsImage
            size="fill"
            tier={tierOf(goods.tier)}
            picture={goods.image}
            pedestal
            rays
            eager
          />
        </div>
        <div className={styles.text}>
          <h3>{goods.name}</h3>
          {bonus && <Chip tone="gold">{bonus}</Chip>}
          {props.channel && (
            <span className="muted">{t('home.like_last_time', { channel: props.channel })}</span>
          )}
          <Button
            kind={props.isPrimary ? 'primary' : 'ghost'}
            wide
            label={`${t('home.buy_again')}, ${goods.name}, ${price}`}
            onClick={props.onBuy}
          >
            {price}
          </Button>
        </div>
      </Panel>
    </section>
  );
}
