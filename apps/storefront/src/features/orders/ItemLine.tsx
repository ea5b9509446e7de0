import type { Money } from '@webpay/contract/money';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { BoughtLine } from './BoughtLine.tsx';
import styles from './ItemLine.module.css';
import type { OrderLine } from './OrderItems.tsx';

/** Single item with its recipient on one card (interface.md §1: 3 and 4). */
export function ItemLine(props: {
  readonly line: OrderLine;
  /** null: unknown yet. */
  readonly price: Money | null;
  readonly character: string;
  readonly server: string;
}) {
  const { line } = props;
  const t = useText();
  const lang = useLang();
  return (
    <Panel tight>
      <BoughtLine
        picture={<GoodsImage size="thumb" tier={line.tier ?? 3} picture={line.image} eager />}
        character={props.character}
        server={props.server}
        price={props.price}
      >
        <div className={styles.what}>
          <b>
            {line.name}
            {line.count > 1 && ` ${t('goods.times', { count: formatNumber(line.count, lang) })}`}
          </b>
          {line.bonus !== null && (
            <Chip tone="gold">+{formatNumber(line.bonus * line.count, lang)}</Chip>
          )}
        </div>
      </BoughtLine>
    </Panel>
  );
}
