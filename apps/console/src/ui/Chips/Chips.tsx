import { Popover } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import styles from './Chips.module.css';

/** Filters of a list: one chip each, and one press that clears those that are set. */
export function Chips({
  count,
  onClear,
  children,
}: {
  /** Filters that are set. */
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['bar']} role="group" aria-label="Filters">
      {children}
      {count > 0 && (
        <Button look="quiet" size="small" onClick={onClear}>
          Clear {count}
        </Button>
      )}
    </div>
  );
}

/** A filter that opens its own form: any content, closed by `close`. */
export function Chip({
  label,
  value,
  onClear,
  children,
}: {
  readonly label: string;
  /** Words of the chosen value; null: the filter is not set. */
  readonly value: string | null;
  readonly onClear: () => void;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={styles['chip']} data-set={value !== null || undefined}>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        offset={6}
        shadow="md"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Popover.Target>
          <button type="button" className={styles['open']} onClick={() => setIsOpen(!isOpen)}>
            {label}
            {value === null ? <IconChevronDown aria-hidden /> : <b>{value}</b>}
          </button>
        </Popover.Target>
        <Popover.Dropdown>{children(() => setIsOpen(false))}</Popover.Dropdown>
      </Popover>
      {value !== null && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={`Clear ${label}: ${value}`}
          onClick={onClear}
        >
          <IconX aria-hidden />
        </button>
      )}
    </span>
  );
}

export type Choice = { readonly value: string; readonly label: string };

/** A filter of one or several fixed values. */
export function ChoiceChip({
  label,
  choices,
  chosen,
  isSeveral = false,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly isSeveral?: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const names = choices.filter(({ value }) => chosen.includes(value)).map((each) => each.label);
  return (
    <Chip
      label={label}
      value={names.length === 0 ? null : names.join(', ')}
      onClear={() => onChange([])}
    >
      {(close) => (
        <fieldset className={styles['choices']}>
          <legend className="sr-only">{label}</legend>
          {choices.map((choice) => (
            <label key={choice.value}>
              <input
                type={isSeveral ? 'checkbox' : 'radio'}
                name={label}
                checked={chosen.includes(choice.value)}
                onChange={(event) => {
                  const others = isSeveral ? chosen.filter((value) => value !== choice.value) : [];
                  onChange(event.currentTarget.checked ? [...others, choice.value] : others);
                  if (!isSeveral) close();
                }}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
      )}
    </Chip>
  );
}

/** A filter of a typed value. */
export function TextChip({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  return (
    <Chip label={label} value={value} onClear={() => onChange(null)}>
      {(close) => (
        <form
          className={styles['typed']}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('value');
            onChange(typeof typed === 'string' ? typed.trim() || null : null);
            close();
          }}
        >
          <input
            name="value"
            aria-label={label}
            placeholder={hint}
            defaultValue={value ?? ''}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Button type="submit" size="small">
            Apply
          </Button>
        </form>
      )}
    </Chip>
  );
}
