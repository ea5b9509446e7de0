import { Fragment, type ReactNode, useRef } from 'react';
import { useKeys } from '../Keys/keys.ts';
import styles from './DataTable.module.css';

/** Place in the card that a row becomes on a phone: left and right cells of three lines. */
export type CardPlace = 'top-start' | 'top-end' | 'mid-start' | 'mid-end' | 'low-start' | 'low-end';

export type Column<Row> = {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Left out: the cell is absent on a phone. */
  readonly card?: CardPlace;
  /** Word before the cell in a card, where its content does not explain itself. */
  readonly cardLabel?: string;
  /** Absent below 1100 px. */
  readonly isWideOnly?: boolean;
  readonly isWrapped?: boolean;
};

type Props<Row> = {
  /** Name of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly isDense?: boolean;
  /** Rows of an earlier read, while a new one runs. */
  readonly isStale?: boolean;
  readonly selectedKey?: string | null;
  /** Content below a row; null: the row is folded. */
  readonly unfolded?: (row: Row) => ReactNode;
  readonly footer?: ReactNode;
  /** Rows that wait above the first one. */
  readonly banner?: ReactNode;
  /** J and K move between the rows' `data-row-link` elements. */
  readonly hasRowKeys?: boolean;
};

/** A table that becomes a list of cards on a phone. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isDense = false,
  isStale = false,
  selectedKey = null,
  unfolded,
  footer,
  banner,
  hasRowKeys = false,
}: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (by: 1 | -1): void => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[at === -1 ? 0 : at + by]?.focus();
  };
  useKeys(
    caption,
    hasRowKeys
      ? [
          { key: 'j', label: 'Next row', run: () => move(1) },
          { key: 'k', label: 'Row before', run: () => move(-1) },
        ]
      : [],
  );
  return (
    <div className={styles['frame']}>
      {banner}
      <div className={styles['scroll']}>
        <table
          className={styles['table']}
          data-dense={isDense || undefined}
          data-stale={isStale || undefined}
          aria-busy={isStale}
        >
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ key, head, align, isWideOnly }) => (
                <th key={key} scope="col" data-align={align} data-wide={isWideOnly || undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => {
              const below = unfolded?.(row) ?? null;
              const isSelected = rowKey(row) === selectedKey || below !== null;
              return (
                <Fragment key={rowKey(row)}>
                  <tr data-selected={isSelected || undefined}>
                    {columns.map(({ key, cell, align, card, cardLabel, isWideOnly, isWrapped }) => (
                      <td
                        key={key}
                        data-align={align}
                        data-card={card}
                        data-label={cardLabel}
                        data-wide={isWideOnly || undefined}
                        data-wrapped={isWrapped || undefined}
                      >
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                  {below !== null && (
                    <tr className={styles['below']}>
                      <td colSpan={columns.length}>{below}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {footer !== undefined && <div className={styles['foot']}>{footer}</div>}
    </div>
  );
}
