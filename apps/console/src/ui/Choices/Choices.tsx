import { type ReactNode, useId } from 'react';
import styles from './Choices.module.css';

type Choice = {
  readonly value: string;
  readonly label: string;
  /** Stands at the end of the line: a sum, a key. */
  readonly end?: ReactNode;
};

/** One of several, as cards. */
export function Choices({
  legend,
  choices,
  chosen,
  isBeside = false,
  onChoose,
}: {
  /** For screen readers: the cards speak for themselves. */
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  /** Beside each other where the width allows it. */
  readonly isBeside?: boolean;
  readonly onChoose: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles['choices']} data-beside={isBeside || undefined}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, end }) => (
        <label key={value} className={styles['choice']}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className="grow">{label}</span>
          {end}
        </label>
      ))}
    </fieldset>
  );
}
