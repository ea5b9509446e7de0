import type { Goods } from '@webpay/contract/calls';
import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import styles from './Contents.module.css';

export function Contents(props: {
  readonly goods: Goods;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}) {
  const { goods } = props;
  const t = useText();
  const lang = useLang();
  return (
    <ul className={cx(styles.contents, props.className)} aria-label={t('goods.contents')}>
      {goods.contents.map((item) => (
        <ContentLine key={item.name} tier={goods.tier} image={item.image} name={item.name}>
          <b className="num">{t('goods.times', { count: formatNumber(item.count, lang) })}</b>
        </ContentLine>
      ))}
      {props.children}
    </ul>
  );
}

export function ContentLine(props: {
  readonly tier: Goods['tier'];
  readonly image: string;
  readonly name: string;
  /** Shows the quantity. */
  readonly children: ReactNode;
}) {
  return (
    <li>
      <GoodsImage size="icon" tier={props.tier} picture={props.image} />
      <span className={styles.item}>{props.name}</span>
      {props.children}
    </li>
  );
}
