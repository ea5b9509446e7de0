import type { ConsoleResult } from '@webpay/contract/console/calls';
import { Card } from '../../../ui/Card/Card.tsx';
import { Money } from '../../../ui/Money/Money.tsx';
import styles from './MoneyTable.module.css';

/** Money of an order, line by line. */
export function MoneyTable({ money }: { readonly money: ConsoleResult<'order'>['money'] }) {
  const currencies = [...new Set(money.map(({ sum }) => sum.currency))];
  return (
    <Card title="Money" note={currencies.join(', ')} isPadded={false}>
      <table className={styles['money']}>
        <tbody>
          {money.map(({ label, sum, is_total: isTotal }) => (
            <tr key={`${label} ${sum.currency}`} data-total={isTotal || undefined}>
              <th scope="row">{label}</th>
              <td>
                <Money sum={sum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
