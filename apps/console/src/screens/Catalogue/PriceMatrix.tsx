import { minorOf } from '../../features/step/draft.ts';
import { type CatalogueFile, cellKey, liveText, type Typed } from './changed-prices.ts';
import { pastedPrices } from './paste-prices.ts';
import styles from './Catalogue.module.css';

/** Goods × currencies. A changed cell shows the live price struck above the new one. */
export function PriceMatrix({
  file,
  typed,
  onType,
}: {
  readonly file: CatalogueFile;
  readonly typed: Typed;
  /** Null: the prices are only read. */
  readonly onType: ((texts: ReadonlyMap<string, string>, outside: number) => void) | null;
}) {
  const { goods, currencies, project } = file;
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
                        onChange={(event) => onType?.(new Map([[key, event.target.value]]), 0)}
                        onPaste={(event) => {
                          const cells = event.clipboardData.getData('text/plain');
                          // A single price goes where the cursor is.
                          if (onType === null || !/[\t\n]/.test(cells.trim())) return;
                          event.preventDefault();
                          const at = { product_id: good.product_id, currency };
                          const { texts, outside } = pastedPrices(file, at, cells);
                          onType(texts, outside);
                        }}
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
