import { useId } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { countriesOf, type GoodsFile, type TypedGoods, waysText } from './changed-goods.ts';
import styles from './Catalogue.module.css';

/** Ways to pay of a project with their countries. */
export function WaysTable({
  file,
  typed,
  onType,
}: {
  readonly file: GoodsFile;
  readonly typed: TypedGoods;
  /** Null: they are only read. */
  readonly onType: ((part: Partial<TypedGoods>) => void) | null;
}) {
  const id = useId();
  const change = (payId: string, text: string | null): void =>
    onType?.({ ways: new Map(typed.ways).set(payId, text) });
  const begun = file.other_ways.filter(
    ({ pay_id: payId }) => (typed.ways.get(payId) ?? null) !== null,
  );
  const rows = [...file.ways, ...begun.map((way) => ({ ...way, countries: '*' as const }))];
  const others = file.other_ways.filter(
    ({ pay_id: payId }) => (typed.ways.get(payId) ?? null) === null,
  );
  return (
    <section className={styles['scroll']} aria-label={`Ways to pay of ${file.project.name}`}>
      <table className={styles['matrix']}>
        <caption className="sr-only">Ways to pay and their countries</caption>
        <thead>
          <tr>
            <th scope="col">Way to pay</th>
            <th scope="col">Countries</th>
            <th scope="col">Offered</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pay_id: payId, name, countries }) => {
            const live = waysText(countries);
            const text = typed.ways.get(payId);
            const shown = text === undefined ? live : (text ?? live);
            return (
              <tr key={payId}>
                <th scope="row">
                  {name} <span className="muted small">{payId}</span>
                </th>
                <td>
                  <input
                    className={styles['wide']}
                    aria-label={`Countries of ${name}`}
                    aria-invalid={countriesOf(shown) === undefined || undefined}
                    autoComplete="off"
                    maxLength={1_200}
                    data-changed={shown !== live || undefined}
                    value={shown}
                    readOnly={onType === null || text === null}
                    onChange={(event) => change(payId, event.target.value)}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${name} is offered`}
                    checked={text !== null}
                    disabled={onType === null}
                    onChange={(event) => change(payId, event.currentTarget.checked ? live : null)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {onType !== null && others.length > 0 && (
        <form
          className={styles['add']}
          onSubmit={(event) => {
            event.preventDefault();
            const payId = new FormData(event.currentTarget).get('way');
            if (typeof payId === 'string') change(payId, '*');
          }}
        >
          <label htmlFor={id}>Another way to pay</label>
          <select id={id} name="way">
            {others.map(({ pay_id: payId, name }) => (
              <option key={payId} value={payId}>
                {name} ({payId})
              </option>
            ))}
          </select>
          <Button size="small" type="submit">
            Add
          </Button>
        </form>
      )}
    </section>
  );
}
