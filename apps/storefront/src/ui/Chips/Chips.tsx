import styles from './Chips.module.css';
import { cx } from '../cx.ts';

export type ChipsProps = {
  /** What the row filters: "Category". */
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Stays at the top of the page while it scrolls. */
  readonly sticky?: boolean;
  /** Inside something that has its own gutter. */
  readonly inset?: boolean;
};

/** A row of filters, one of them on. */
export function Chips(props: ChipsProps) {
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
