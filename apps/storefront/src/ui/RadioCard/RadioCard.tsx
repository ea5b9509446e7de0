import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { cardClass } from '../Card/card-class.ts';
import { cx } from '../cx.ts';
import styles from './RadioCard.module.css';

type Group = {
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
};

const GroupContext = createContext<Group | null>(null);

/** Groups cards of which one is chosen. Native radios bring arrow keys and roving focus. */
export function RadioGroup(props: {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  const { value, onChange } = props;
  const name = useId();
  const group = useMemo(() => ({ name, value, onChange }), [name, value, onChange]);
  return (
    <GroupContext value={group}>
      <div role="radiogroup" aria-label={props.label} className="stack-tight">
        {props.children}
      </div>
    </GroupContext>
  );
}

export type RadioCardProps = {
  readonly value: string;
  readonly label: string;
  readonly note?: ReactNode;
  /** At the end of the line: marks of cards and wallets. */
  readonly end?: ReactNode;
  /** Why it cannot be chosen. */
  readonly disabledReason?: string | undefined;
  /** Shown while it is chosen: a form. */
  readonly children?: ReactNode;
};

export function RadioCard(props: RadioCardProps) {
  const group = useContext(GroupContext);
  const noteId = useId();
  if (!group) throw new Error('RadioCard stands inside a RadioGroup');
  const chosen = group.value === props.value;
  const note = props.disabledReason ?? props.note;
  return (
    <div
      className={cx(
        cardClass,
        styles.card,
        chosen && styles.chosen,
        props.disabledReason && styles.off,
      )}
    >
      <label className={styles.head}>
        <input
          type="radio"
          name={group.name}
          value={props.value}
          checked={chosen}
          disabled={props.disabledReason !== undefined}
          aria-describedby={note ? noteId : undefined}
          data-no-autofocus
          onChange={() => group.onChange(props.value)}
        />
        <span className={styles.text}>
          <b>{props.label}</b>
          {note && (
            <span id={noteId} className="muted">
              {note}
            </span>
          )}
        </span>
        {props.end && <span className={styles.end}>{props.end}</span>}
      </label>
      {chosen && props.children && <div className={styles.body}>{props.children}</div>}
    </div>
  );
}
