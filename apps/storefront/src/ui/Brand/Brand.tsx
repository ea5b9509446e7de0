import styles from './Brand.module.css';
import { cx } from '../cx.ts';

export function Brand(props: { readonly icon: string; readonly name: string }) {
  return (
    <div className={cx('row-tight grow', styles.brand)}>
      <span className={styles.tile}>
        <img src={props.icon} alt="" width={64} height={64} />
      </span>
      <span className={styles.name}>{props.name}</span>
    </div>
  );
}
