import styles from './Chips.module.css';
import { cx } from '../cx.ts';

/** Renders a row of filters, one of them on. */
export function Chips(props: {
  /** Names the filter: "Category". */
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly sticky?: boolean;
  /** Extends over the parent's own padding. */
  readonly inset?: boolean;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className={cx(styles.chips, props.sticky && styles.sticky, props.inset && styles.inset)}
    >
      {props.options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={option.id === props.value}
          className={styles.chip}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            props.onChange(option.id);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
