import { useId } from 'react';
import type { Step } from '../../features/step/use-step.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Choices } from '../../ui/Choices/Choices.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { fullText } from '../../ui/Time/time-text.ts';
import { TextArea } from '../../ui/TextArea/TextArea.tsx';
import styles from './Service.module.css';
import { type Choice, countryName, type ServedMethod } from './service-file.ts';

const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'open', label: 'Open' },
  { value: 'refused', label: 'Refuse countries or networks' },
  { value: 'closed', label: 'Close' },
  { value: 'sessions', label: 'Log everybody out' },
];

export function ServiceChoices({
  choice,
  onChoice,
}: {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}) {
  return (
    <Choices
      legend="What to change"
      isBeside
      choices={CHOICES}
      chosen={choice}
      onChoose={(value) => onChoice(CHOICES.find((each) => each.value === value)?.value ?? choice)}
    />
  );
}

const MINUTE_MS = 60_000;
const SPANS = [
  { label: '30 min', minutes: 30 },
  { label: '1 h', minutes: 60 },
  { label: '2 h', minutes: 120 },
] as const;

/** The value of a field for day and time, in UTC and whole minutes. */
const fieldOf = (ms: number): string =>
  new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16);

/** The time at which the shop opens by itself, in UTC. */
export function OpensAgain({
  step: { draft, change },
  now,
}: {
  readonly step: Step;
  readonly now: number;
}) {
  const at = Date.parse(`${draft.opensAt}Z`);
  return (
    <div className={styles['opens']}>
      <Field
        label="Opens by itself at, in UTC"
        type="datetime-local"
        help={Number.isNaN(at) ? 'Empty: an operator opens it.' : fullText(at)}
        value={draft.opensAt}
        onValue={(opensAt) => change({ opensAt })}
      />
      <div className="row" role="group" aria-label="Opens by itself in">
        {SPANS.map(({ label, minutes }) => (
          <Button
            key={label}
            size="small"
            onClick={() => change({ opensAt: fieldOf(now + minutes * MINUTE_MS) })}
          >
            {label}
          </Button>
        ))}
        <Button size="small" look="quiet" onClick={() => change({ opensAt: '' })}>
          No end
        </Button>
      </div>
    </div>
  );
}

/** Lists of one project, or new lists of all. Empty lists refuse nobody. */
export function Refused({ step: { draft, change } }: { readonly step: Step }) {
  return (
    <>
      <TextArea
        label="Countries"
        help="Codes of ISO 3166, such as CU, IR. Empty: no country is refused."
        maxLength={1_000}
        value={draft.countries}
        onValue={(countries) => change({ countries })}
      />
      <TextArea
        label="Networks"
        help="Addresses or ranges, such as 203.0.113.0/24, one a line. Empty: no network is refused."
        maxLength={4_000}
        value={draft.networks}
        onValue={(networks) => change({ networks })}
      />
    </>
  );
}

/** Everywhere, or one country of the method. */
export function Country({
  method,
  country,
  onCountry,
}: {
  readonly method: ServedMethod;
  readonly country: string | null;
  readonly onCountry: (country: string | null) => void;
}) {
  const id = useId();
  return (
    <div className={styles['select']}>
      <label htmlFor={id}>Where</label>
      <select
        id={id}
        value={country ?? ''}
        onChange={(event) => onCountry(event.currentTarget.value || null)}
      >
        <option value="">In every country</option>
        {method.countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </select>
    </div>
  );
}
