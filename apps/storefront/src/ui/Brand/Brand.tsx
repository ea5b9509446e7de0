import styles from './Brand.module.css';

export function Brand(props: {
  readonly icon: string;
  readonly name: string;
  readonly lang?: string;
}) {
  return (
    <div className={styles.brand}>
      <span className={styles.tile}>
        <img src={props.icon} alt="" width={64} height={64} />
      </span>
      <span className={styles.name} lang={props.lang}>
        {props.name}
      </span>
    </div>
  );
}
