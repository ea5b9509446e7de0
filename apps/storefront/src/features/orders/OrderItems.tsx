import type { Money } from '@webpay/contract/money';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { RichText, useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage, type Tier } from '../../ui/GoodsImage/GoodsImage.tsx';
import { FadingPrice } from '../goods/FadingPrice.tsx';
import { useMoney } from '../goods/use-money.ts';
import type { SummaryLine } from './OrderSummary.tsx';
import lineStyles from './BoughtLine.module.css';
import styles from './OrderItems.module.css';

/** Line with its tier, where known. */
export type OrderLine = SummaryLine & { readonly tier?: Tier };

/** Number of pictures in a stack that can be told apart. */
const STACKED = 3;

/** Items with their recipient: one item as a line, several as a stack that unfolds. */
export function OrderItems(props: {
  readonly lines: readonly OrderLine[];
  readonly total: Money | null;
  readonly character: string;
  readonly server: string;
  /** Starts unfolded. */
  readonly isUnfolded?: boolean;
}) {
  const { lines } = props;
  const [only, ...more] = lines;
  if (!only) return null;
  if (more.length > 0) return <Stack {...props} />;
  return (
    <ItemLine line={only} price={props.total} character={props.character} server={props.server} />
  );
}

function Stack(props: Parameters<typeof OrderItems>[0]) {
  const { lines } = props;
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(props.isUnfolded ?? false);
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  return (
    <Panel tight>
      <BoughtLine
        picture={
          <div className={styles.stack}>
            {lines.slice(0, STACKED).map((line) => (
              <div key={line.key} className={styles.layer}>
                <GoodsImage size="thumb" tier={line.tier ?? 3} picture={line.image} eager />
              </div>
            ))}
          </div>
        }
        character={props.character}
        server={props.server}
        price={props.total}
      >
        <b>{t('payment.items', { count })}</b>
      </BoughtLine>
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'payment.items_hide' : 'payment.items_show')}
        <span className={cx(styles.arrow, isOpen && styles.up)}>
          <Icon name="down" />
        </span>
      </button>
      <ul id={id} hidden={!isOpen} className={styles.list}>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ line }: { readonly line: OrderLine }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  return (
    <li className={styles.line}>
      <GoodsImage size="icon" tier={line.tier ?? 3} picture={line.image} />
      <span className={styles.text}>
        {line.name}
        {line.count > 1 && ` ${t('goods.times', { count: formatNumber(line.count, lang) })}`}
      </span>
      {line.bonus !== null && (
        <Chip tone="gold">+{formatNumber(line.bonus * line.count, lang)}</Chip>
      )}
      <span className={`num ${styles.part}`}>{line.price ? money(line.price) : '…'}</span>
    </li>
  );
}

/** Single item with its recipient on one card (interface.md §1: 3 and 4). */
function ItemLine(props: {
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

/** First line of an order's card: picture, name, character and price. */
function BoughtLine(props: {
  readonly picture: ReactNode;
  readonly character: string;
  readonly server: string;
  /** null: unknown yet. */
  readonly price: Money | null;
  readonly children: ReactNode;
}) {
  const money = useMoney();
  return (
    <div className={lineStyles.line}>
      {props.picture}
      <div className={lineStyles.text}>
        {props.children}
        <div className="muted">
          <RichText
            id="payment.for"
            values={{ name: props.character, server: props.server }}
            parts={[<b key="name" className={lineStyles.name} />]}
          />
        </div>
      </div>
      <b className={`num ${lineStyles.price}`}>
        <FadingPrice text={props.price && money(props.price)} />
      </b>
    </div>
  );
}
