import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { cardClass } from '../Card/card-class.ts';
import { cx } from '../cx.ts';
import styles from './RadioCard.module.css';

type Choice = {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
};

const GroupContext = createContext<(Choice & { readonly name: string }) | null>(null);

/** Groups cards of which one is chosen. Native radios bring arrow keys and roving focus. */
export function RadioGroup(
  props: Choice & { readonly label: string; readonly children: ReactNode },
) {
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

export function RadioCard(props: {
  readonly value: string;
  readonly label: string;
  /** At the end of the line: marks of cards and wallets. */
  readonly end?: ReactNode;
  /** Tells what happens when it is used. */
  readonly note?: string | undefined;
  /** Why it cannot be chosen; replaces the note. */
  readonly disabledReason?: string | undefined;
  /** Shown while it is chosen: a form. */
  readonly children?: ReactNode;
}) {
  const group = useContext(GroupContext);
  const noteId = useId();
  if (!group) throw new Error('RadioCard stands inside a RadioGroup');
  const chosen = group.value === props.value;
  const off = props.disabledReason;
  const note = off ?? props.note;
  return (
    <div className={cx(cardClass, styles.card, chosen && styles.chosen, off && styles.off)}>
      <label className={cx('row-tight', styles.head)}>
        <input
          type="radio"
          name={group.name}
          value={props.value}
          checked={chosen}
          disabled={off !== undefined}
          aria-describedby={note ? noteId : undefined}
          data-no-autofocus
          onChange={() => group.onChange(props.value)}
        />
        <span className={cx('grow', styles.text)}>
          <b>{props.label}</b>
          {note && (
            <span id={noteId} className={cx('muted', !off && 'cap')}>
              {note}
            </span>
          )}
        </span>
        {props.end && <span className={styles.end}>{props.end}</span>}
      </label>
      {chosen && props.children && <div className={cx('stack', styles.body)}>{props.children}</div>}
    </div>
  );
}
