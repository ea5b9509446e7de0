import { minorOf } from '../../features/step/draft.ts';
import { type CatalogueFile, cellKey, liveText, type Typed } from './changed-prices.ts';
import styles from './Catalogue.module.css';

/** Goods × currencies. A changed cell shows the live price struck above the new one. */
export function PriceMatrix({
  file: { goods, currencies, project },
  typed,
  onType,
}: {
  readonly file: CatalogueFile;
  readonly typed: Typed;
  /** Null: the prices are only read. */
  readonly onType: ((key: string, text: string) => void) | null;
}) {
  return (
    <section className={styles['scroll']} aria-label={`Price table of ${project.name}`}>
      <table className={styles['matrix']}>
        <caption className="sr-only">Prices by good and currency</caption>
        <thead>
          <tr>
            <th scope="col">Good</th>
            {currencies.map((currency) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {goods.map((good) => (
            <tr key={good.product_id}>
              <th scope="row">
                {good.name}
                {!good.on_sale && <span className="muted small"> not on sale</span>}
              </th>
              {currencies.map((currency) => {
                const key = cellKey(good.product_id, currency);
                const live = liveText(good, currency);
                const text = typed.get(key) ?? live;
                const isChanged = text !== live;
                const isWrong = isChanged && minorOf(text, currency) === null;
                return (
                  <td key={currency}>
                    {isChanged && <del className="small muted">{live}</del>}
                    {live === '' ? (
                      <span className="num">–</span>
                    ) : (
                      <input
                        aria-label={`${good.name} in ${currency}`}
                        aria-invalid={isWrong || undefined}
                        inputMode="decimal"
                        autoComplete="off"
                        maxLength={16}
                        data-changed={isChanged || undefined}
                        value={text}
                        readOnly={onType === null}
                        onChange={(event) => onType?.(key, event.target.value)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
