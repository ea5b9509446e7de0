import type { Money } from '@webpay/contract/money';
import { useId, useState } from 'react';
import { type Translate, useText } from '../../../i18n/text.tsx';
import { cardClass } from '../../../ui/Card/card-class.ts';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { GoodsImage } from '../../../ui/GoodsImage/GoodsImage.tsx';
import { useMoney } from '../../goods/use-money.ts';
import type { BargainInfo, BargainPack } from './next-step.ts';
import { chosenPack } from './next-step.ts';
import styles from './Packs.module.css';

/** Scroll target of the page's button while no pack is chosen. */
export const PACKS_ID = 'packs';

/** Two packs, one of them chosen. A first change of the choice asks for confirmation. */
export function Packs(props: {
  readonly info: BargainInfo;
  /** Choice that is being saved; shown at once. */
  readonly choosing: string | null;
  readonly onChoose: (packId: string) => void;
}) {
  const t = useText();
  const name = useId();
  const [asked, setAsked] = useState<BargainPack | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const { info, onChoose } = props;
  const chosen = chosenPack(info);

  function press(pack: BargainPack): void {
    if (pack.pack_id === chosen?.pack_id) return;
    if (chosen === null || hasAsked) onChoose(pack.pack_id);
    else setAsked(pack);
  }

  return (
    <>
      <div id={PACKS_ID} role="radiogroup" aria-label={t('bargain.pack')} className={styles.packs}>
        {info.packs.map((pack, index) => (
          <Pack
            key={pack.pack_id}
            name={name}
            pack={pack}
            tier={index === 0 ? 4 : 3}
            isChosen={pack.pack_id === (props.choosing ?? chosen?.pack_id)}
            onPress={() => press(pack)}
          />
        ))}
      </div>
      <Popup
        show={asked !== null}
        titleText={t('bargain.change_title', { name: asked?.name ?? '' })}
        contentText={t('bargain.change_text')}
        rightBtnText={t('bargain.change_confirm')}
        rightBtnFun={() => {
          setAsked(null);
          setHasAsked(true);
          if (asked) onChoose(asked.pack_id);
        }}
        onClosed={() => setAsked(null)}
        leftBtnFun={() => setAsked(null)}
      />
    </>
  );
}

function Pack(props: {
  readonly name: string;
  readonly pack: BargainPack;
  readonly tier: 3 | 4;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const { pack, isChosen } = props;
  const isBought = pack.state === 'bought';
  return (
    <label className={cx(cardClass, styles.pack, isChosen && styles.chosen)}>
      <input
        type="radio"
        className={styles.radio}
        name={props.name}
        value={pack.pack_id}
        checked={isChosen}
        disabled={isBought}
        aria-label={packName(pack, t, money)}
        onChange={props.onPress}
      />
      <span className={styles.picture}>
        <GoodsImage
          size="fill"
          pedestal
          rays={props.tier === 4}
          tier={props.tier}
          picture={pack.image}
        />
        {isChosen && (
          <span className={styles.tick} aria-hidden="true">
            <Icon name="check" />
          </span>
        )}
        {isBought && <span className={styles.stamp}>{t('bargain.yours')}</span>}
      </span>
      <span className={`stack ${styles.text}`}>
        <b className={styles.name}>{pack.name}</b>
        <Chip tone="gold">{t('bargain.worth', { price: money(pack.worth) })}</Chip>
        {!isBought && (
          <span className="num">
            <b>{money(pack.price)}</b> <s className="muted">{money(pack.original)}</s>
          </span>
        )}
      </span>
    </label>
  );
}

/** Accessible name: "Hero’s hoard, Worth $60.00, Price now: $15.39, was $19.99, Minimum: $9.99". */
function packName(pack: BargainPack, t: Translate, money: (money: Money) => string): string {
  const prices =
    pack.state === 'bought'
      ? [t('bargain.yours')]
      : [
          `${t('bargain.now')}: ${money(pack.price)}`,
          t('cart.was', { price: money(pack.original) }),
          `${t('bargain.minimum')}: ${money(pack.min_price)}`,
        ];
  return [pack.name, t('bargain.worth', { price: money(pack.worth) }), ...prices].join(', ');
}
