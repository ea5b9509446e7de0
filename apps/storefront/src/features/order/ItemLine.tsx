import type { Money } from '@webpay/contract/money';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stage, type Tier } from '../../ui/Stage.tsx';
import { BoughtLine } from './BoughtLine.tsx';
import styles from './ItemLine.module.css';

export type ItemLineProps = {
  readonly name: string;
  readonly image: string;
  readonly tier?: Tier;
  readonly count: number;
  /** Pieces on top. */
  readonly bonus: number | null;
  /** null: not known yet. */
  readonly price: Money | null;
  readonly character: string;
  readonly server: string;
};

/** What is bought and who gets it, on one card (interface.md §1: 3 and 4). */
export function ItemLine(props: ItemLineProps) {
  const t = useText();
  const lang = useLang();
  return (
    <Panel tight>
      <BoughtLine
        picture={<Stage size="thumb" tier={props.tier ?? 3} picture={props.image} eager />}
        character={props.character}
        server={props.server}
        price={props.price}
      >
        <div className={styles.what}>
          <b>
            {props.name}
            {props.count > 1 && ` ${t('goods.times', { count: formatNumber(props.count, lang) })}`}
          </b>
          {props.bonus !== null && (
            <Chip tone="gold">+{formatNumber(props.bonus * props.count, lang)}</Chip>
          )}
        </div>
      </BoughtLine>
    </Panel>
  );
}
