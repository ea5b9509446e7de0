import { LIMIT_PERIODS } from '@webpay/contract/console/limit-periods';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button/Button.tsx';
import type { Good, GoodsFile, TypedGood, TypedGoods } from './changed-goods.ts';
import { limitOf } from './changed-goods.ts';
import { GoodTexts } from './GoodTexts.tsx';
import styles from './Catalogue.module.css';

const PERIODS: Readonly<Record<(typeof LIMIT_PERIODS)[number], string>> = {
  once: 'for ever',
  day: 'a day',
  week: 'a week',
  month: 'a month',
};

type Type = ((part: Partial<TypedGoods>) => void) | null;

/** Goods in their order: moved by buttons, sold or not, with limits and texts. */
export function GoodsTable({
  file,
  typed,
  onType,
}: {
  readonly file: GoodsFile;
  readonly typed: TypedGoods;
  /** Null: the goods are only read. */
  readonly onType: Type;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const order = typed.order ?? file.goods.map(({ product_id: id }) => id);
  const byId = new Map(file.goods.map((good) => [good.product_id, good]));
  const change = (id: string, part: TypedGood): void =>
    onType?.({ goods: new Map(typed.goods).set(id, { ...typed.goods.get(id), ...part }) });
  const move = (from: number, to: number): void => {
    const moved = order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? '');
    onType?.({ order: moved });
  };
  return (
    <section className={styles['scroll']} aria-label={`Goods of ${file.project.name}`}>
      <table className={styles['matrix']}>
        <caption className="sr-only">Goods in their order on the shelf</caption>
        <thead>
          <tr>
            <th scope="col">Good</th>
            <th scope="col">Sold</th>
            <th scope="col">At most for a character</th>
            <th scope="col">Place</th>
            <th scope="col">Texts</th>
          </tr>
        </thead>
        <tbody>
          {order.map((id, place) => {
            const good = byId.get(id);
            if (good === undefined) return null;
            const given = typed.goods.get(id) ?? {};
            const name = good.names['en'] ?? id;
            return (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <span className="muted small"> {id}</span>
                </th>
                <td>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${name} is sold`}
                      checked={given.isSold ?? good.on_sale}
                      disabled={onType === null}
                      onChange={(event) => change(id, { isSold: event.currentTarget.checked })}
                    />
                  </label>
                </td>
                <td>
                  <LimitCell
                    good={good}
                    given={given}
                    onChange={onType && ((part) => change(id, part))}
                  />
                </td>
                <td>
                  <IconButton
                    label={`Move ${name} up`}
                    disabled={onType === null || place === 0}
                    onClick={() => move(place, place - 1)}
                  >
                    <IconArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Move ${name} down`}
                    disabled={onType === null || place === order.length - 1}
                    onClick={() => move(place, place + 1)}
                  >
                    <IconArrowDown aria-hidden />
                  </IconButton>
                </td>
                <td>
                  <Button
                    size="small"
                    aria-expanded={opened === id}
                    onClick={() => setOpened(opened === id ? null : id)}
                  >
                    Texts<span className="sr-only"> of {name}</span>
                  </Button>
                  {opened === id && (
                    <GoodTexts
                      file={file}
                      good={good}
                      given={given}
                      onChange={onType && ((part) => change(id, part))}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function LimitCell({
  good,
  given,
  onChange,
}: {
  readonly good: Good;
  readonly given: TypedGood;
  readonly onChange: ((part: TypedGood) => void) | null;
}) {
  const name = good.names['en'] ?? good.product_id;
  const limit = limitOf(good, given);
  const isChanged = JSON.stringify(limit) !== JSON.stringify(good.limit);
  return (
    <>
      <input
        aria-label={`Most of ${name}`}
        aria-invalid={limit === undefined || undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder="no limit"
        maxLength={6}
        data-changed={isChanged || undefined}
        value={given.max ?? String(good.limit?.max ?? '')}
        readOnly={onChange === null}
        onChange={(event) => onChange?.({ max: event.target.value })}
      />{' '}
      <select
        aria-label={`Period of the limit of ${name}`}
        value={given.period ?? good.limit?.period ?? 'once'}
        disabled={onChange === null || limit === null}
        onChange={(event) => {
          const period = LIMIT_PERIODS.find((each) => each === event.currentTarget.value);
          if (period !== undefined) onChange?.({ period });
        }}
      >
        {LIMIT_PERIODS.map((period) => (
          <option key={period} value={period}>
            {PERIODS[period]}
          </option>
        ))}
      </select>
    </>
  );
}
