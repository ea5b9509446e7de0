import { useId, useState } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chips/Chips.tsx';
import { useNow } from '../../ui/Time/use-now.ts';
import { complaintOf, type Days, daysText, monthOf } from './period.ts';
import styles from './Settlement.module.css';

/** The period: a month at one press, or two days. */
export function PeriodChip({
  days,
  onDays,
}: {
  readonly days: Days;
  readonly onDays: (days: Days | null) => void;
}) {
  return (
    <Chip label="Days, UTC" value={daysText(days)} onClear={() => onDays(null)}>
      {(close) => (
        <PeriodForm
          days={days}
          onDays={(chosen) => {
            onDays(chosen);
            close();
          }}
        />
      )}
    </Chip>
  );
}

function PeriodForm({
  days,
  onDays,
}: {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}) {
  const [complaint, setComplaint] = useState<string | null>(null);
  const now = useNow();
  const id = useId();
  return (
    <form
      className={styles['form']}
      aria-label="Days, UTC"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const day = (name: string): string => {
          const value = typed.get(name);
          return typeof value === 'string' ? value : '';
        };
        const chosen = { from: day('from'), to: day('to') };
        const why = complaintOf(chosen);
        setComplaint(why);
        if (why === null) onDays(chosen);
      }}
    >
      <div className="row">
        <Button size="small" onClick={() => onDays(monthOf(now, 0))}>
          This month
        </Button>
        <Button size="small" onClick={() => onDays(monthOf(now, 1))}>
          Last month
        </Button>
      </div>
      <div className={styles['days']}>
        <label htmlFor={`${id}-from`}>
          First day
          <input id={`${id}-from`} type="date" name="from" defaultValue={days.from} />
        </label>
        <label htmlFor={`${id}-to`}>
          Last day
          <input id={`${id}-to`} type="date" name="to" defaultValue={days.to} />
        </label>
      </div>
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
