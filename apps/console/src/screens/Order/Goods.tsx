import type { OrderFile } from './order-file.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import styles from './Goods.module.css';

/** Goods with the names and prices of the sale. */
export function Goods({ goods }: { readonly goods: OrderFile['goods'] }) {
  return (
    <Card title="Goods" note="as sold, with the names and prices of that moment" isPadded={false}>
      <table className={styles['goods']}>
        <thead>
          <tr>
            <th scope="col">Good</th>
            <th scope="col">In the mail</th>
            <th scope="col">Count</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {goods.map(({ product_id: id, name, in_mail: inMail, count, unit }) => (
            <tr key={id}>
              <td>
                <bdi>{name}</bdi>
                <small className="mono">{id}</small>
              </td>
              <td>
                <bdi>{inMail.length === 0 ? 'nothing sent yet' : inMail.join(', ')}</bdi>
              </td>
              <td className="num">×{count}</td>
              <td>
                <Money sum={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
