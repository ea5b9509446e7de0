import type { OrderView } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useId, useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { RichText, useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { FadingPrice } from '../goods/FadingPrice.tsx';
import { piecesGiven } from '../goods/pieces.ts';
import { useMoney } from '../goods/use-money.ts';
import type { SummaryLine } from './OrderSummary.tsx';
import styles from './OrderItems.module.css';

/** Line with its tier, where known. */
export type OrderLine = SummaryLine & { readonly tier?: number };

/** Number of pictures in a stack that can be told apart. */
const STACKED = 3;

/** Items with their recipient: one item as a line, several as a stack that unfolds. */
export function OrderItems(props: {
  readonly lines: readonly OrderLine[];
  /** null: unknown yet. */
  readonly total: Money | null;
  readonly role: Pick<OrderView['role'], 'name' | 'server_name'>;
  readonly isUnfolded?: boolean;
}) {
  const { lines, total, role } = props;
  const t = useText();
  const money = useMoney();
  const [first] = lines;
  if (!first) return null;
  const isStack = lines.length > 1;
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  return (
    <Panel tight>
      <div className={styles.bought}>
        <div className={isStack ? styles.stack : undefined}>
          {lines.slice(0, STACKED).map((line, index) => (
            <div key={line.key} style={{ zIndex: STACKED - index }}>
              <GoodsImage size="thumb" tier={line.tier ?? 3} picture={line.image} eager />
            </div>
          ))}
        </div>
        <div className={styles.text}>
          {isStack ? (
            <b>{t('payment.items', { count })}</b>
          ) : (
            <div className={styles.what}>
              <b>
                <Name line={first} />
              </b>
              <Bonus line={first} />
            </div>
          )}
          <div className="muted clip" title={`${role.name} · ${role.server_name}`}>
            <RichText
              id="payment.for"
              values={{ name: role.name, server: role.server_name }}
              parts={[<b key="name" className={styles.name} />]}
            />
          </div>
        </div>
        <b className={`num ${styles.price}`}>
          <FadingPrice text={total && money(total)} />
        </b>
      </div>
      {isStack && <Unfolding lines={lines} isUnfolded={props.isUnfolded ?? false} />}
    </Panel>
  );
}

function Unfolding(props: { readonly lines: readonly OrderLine[]; readonly isUnfolded: boolean }) {
  const t = useText();
  const money = useMoney();
  const id = useId();
  const [isOpen, setIsOpen] = useState(props.isUnfolded);
  return (
    <>
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'payment.items_hide' : 'payment.items_show')}
        <span className={styles.arrow}>
          <Icon name="down" />
        </span>
      </button>
      <ul id={id} hidden={!isOpen} className={styles.list}>
        {props.lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <GoodsImage size="icon" tier={line.tier ?? 3} picture={line.image} />
            <span className={styles.text}>
              <Name line={line} />
            </span>
            <Bonus line={line} />
            <span className={`num ${styles.part}`}>{line.price ? money(line.price) : '…'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ line: { name, count } }: { readonly line: OrderLine }) {
  const t = useText();
  const lang = useLang();
  return count > 1 ? `${name} ${t('goods.times', { count: formatNumber(count, lang) })}` : name;
}

function Bonus({ line }: { readonly line: OrderLine }) {
  const { bonus, doubled } = line;
  const t = useText();
  const lang = useLang();
  return (
    <>
      {bonus !== null && <Chip tone="gold">+{formatNumber(bonus * piecesGiven(line), lang)}</Chip>}
      {doubled === true && <Chip tone="gold">{t('goods.first_doubled')}</Chip>}
    </>
  );
}
