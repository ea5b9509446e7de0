import { exponentOf, fromMinor } from '@webpay/contract/money';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { type Field, fieldOf, type FieldName, TIMES } from './fields.ts';
import { readAmount, validValue } from './filters.ts';
import styles from './FilterBar.module.css';

type Props = {
  readonly name: FieldName;
  readonly value: string | null;
  readonly onApply: (value: string | null) => void;
};

/** The form of one filter. Enter applies it. */
export function FilterForm({ name, value, onApply }: Props) {
  const [complaint, setComplaint] = useState<string | null>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = fieldOf(name);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <form
      ref={form}
      className={styles['form']}
      aria-label={field.label}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = typedValue(field, new FormData(event.currentTarget));
        if (typed === '' || validValue(name, typed) !== null) onApply(typed === '' ? null : typed);
        else setComplaint(COMPLAINTS[field.kind]);
      }}
    >
      <Inputs field={field} value={value} id={id} />
      {complaint !== null && (
        <p role="alert" className={styles['complaint']}>
          {complaint}
        </p>
      )}
      <Button type="submit" size="small" look="primary">
        Apply
      </Button>
    </form>
  );
}

const COMPLAINTS: Readonly<Record<Field['kind'], string>> = {
  choices: 'Choose at least one.',
  text: 'This text has another form than the example.',
  time: 'The last day is before the first.',
  amount: 'A sum has a currency of three letters and plain numbers.',
};

function Inputs({
  field,
  value,
  id,
}: {
  readonly field: Field;
  readonly value: string | null;
  readonly id: string;
}): ReactNode {
  switch (field.kind) {
    case 'choices':
      return (
        <fieldset className={styles['choices']}>
          <legend>{field.label}</legend>
          {field.choices.map((choice, index) => (
            <label key={choice.value}>
              <input
                type="checkbox"
                name="choice"
                value={choice.value}
                defaultChecked={value?.split(',').includes(choice.value) ?? false}
                data-autofocus={index === 0 || undefined}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
      );
    case 'text':
      return (
        <Labelled id={id} label={field.label}>
          <input
            id={id}
            name="text"
            defaultValue={value ?? ''}
            placeholder={`for example ${field.hint}`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        </Labelled>
      );
    case 'time':
      return <TimeInputs value={value} id={id} />;
    case 'amount':
      return <AmountInputs value={value} id={id} />;
  }
}

function TimeInputs({ value, id }: { readonly value: string | null; readonly id: string }) {
  const [first = '', last = ''] = value?.includes('..') === true ? value.split('..') : [];
  const isNamed = TIMES.some((time) => time.value === value);
  return (
    <>
      <fieldset className={styles['choices']}>
        <legend>Time, UTC</legend>
        {TIMES.map((time, index) => (
          <label key={time.value}>
            <input
              type="radio"
              name="named"
              value={time.value}
              defaultChecked={time.value === value}
              data-autofocus={index === 0 || undefined}
            />
            {time.label}
          </label>
        ))}
        <label>
          <input type="radio" name="named" value="" defaultChecked={value !== null && !isNamed} />
          days
        </label>
      </fieldset>
      <div className={styles['pair']}>
        <Labelled id={`${id}-first`} label="From">
          <input id={`${id}-first`} type="date" name="first" defaultValue={first} />
        </Labelled>
        <Labelled id={`${id}-last`} label="To">
          <input id={`${id}-last`} type="date" name="last" defaultValue={last} />
        </Labelled>
      </div>
    </>
  );
}

function AmountInputs({ value, id }: { readonly value: string | null; readonly id: string }) {
  const amount = value === null ? null : readAmount(value);
  const shown = (minor: number | null | undefined): string =>
    amount === null || minor === null || minor === undefined
      ? ''
      : fromMinor(minor, amount.currency).amount;
  return (
    <div className={styles['pair']}>
      <Labelled id={`${id}-currency`} label="Currency">
        <input
          id={`${id}-currency`}
          name="currency"
          defaultValue={amount?.currency ?? 'USD'}
          maxLength={3}
          autoComplete="off"
          data-autofocus
        />
      </Labelled>
      <Labelled id={`${id}-min`} label="From">
        <input
          id={`${id}-min`}
          name="min"
          inputMode="decimal"
          defaultValue={shown(amount?.min)}
          autoComplete="off"
        />
      </Labelled>
      <Labelled id={`${id}-max`} label="To">
        <input
          id={`${id}-max`}
          name="max"
          inputMode="decimal"
          defaultValue={shown(amount?.max)}
          autoComplete="off"
        />
      </Labelled>
    </div>
  );
}

function Labelled({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

/** The typed value as it stands in the address; "" clears the filter. */
function typedValue(field: Field, typed: FormData): string {
  const text = (name: string): string => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  switch (field.kind) {
    case 'choices':
      return typed
        .getAll('choice')
        .filter((each) => typeof each === 'string')
        .join(',');
    case 'text':
      return field.form.test(text('text')) ? text('text') : upper(text('text'), field.form);
    case 'time': {
      const days = [text('first'), text('last')];
      if (text('named') !== '') return text('named');
      if (days.every((day) => day === '')) return '';
      return `${days[0] || days[1]}..${days[1] || days[0]}`;
    }
    case 'amount': {
      const currency = text('currency').toUpperCase();
      if (currency === '') return '';
      return `${currency}:${minorOf(text('min'), currency)}..${minorOf(text('max'), currency)}`;
    }
  }
}

/** `de` → DE where the field wants capitals. */
const upper = (text: string, form: RegExp): string =>
  form.test(text.toUpperCase()) ? text.toUpperCase() : text;

/** `5`, `5.4`, `5,49` → minor units; a text that is no sum stays and is refused. */
function minorOf(typed: string, currency: string): string {
  const digits = exponentOf(currency);
  const [, whole = '', part = ''] = /^(\d{1,9})(?:[.,](\d{0,3}))?$/.exec(typed) ?? [];
  if (whole === '' || part.length > digits) return typed;
  return String(Number(whole + part.padEnd(digits, '0')));
}
