import type { Cause } from '@webpay/contract/console/overview-calls';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { Time } from '../../ui/Time/Time.tsx';

const SUMS_SHOWN = 3;

/** The answer to "is anything wrong now?": the worst open cause, or that none is open. */
export function CauseLine({
  causes,
  now,
}: {
  readonly causes: readonly Cause[];
  readonly now: number;
}) {
  const [worst] = causes;
  if (worst === undefined) {
    return (
      <Note tone="green">
        <strong className="strong">No alarm is open.</strong> Payments, refunds and mails have their
        result or are on their way.
      </Note>
    );
  }
  const others = causes.length - 1;
  return (
    <Note tone={worst.tone}>
      <strong className="strong">
        {worst.title}
        {sumsText(worst)}, since <Time at={worst.since} now={now} />.
      </strong>{' '}
      {worst.is_safe && 'Nothing is lost. '}
      {worst.detail}{' '}
      {worst.path !== null && <ConsoleLink to={worst.path}>{lookText(worst.count)}</ConsoleLink>}
      {others > 0 && (
        <>
          {' '}
          · <a href="#alerts">{others === 1 ? 'One more cause' : `${others} more causes`}</a>
        </>
      )}
    </Note>
  );
}

const lookText = (count: number): string => (count === 1 ? 'See it' : `See all ${count}`);

/** ", together $214.95 and €30.00" */
export function sumsText({ sums, count }: Pick<Cause, 'sums' | 'count'>): string {
  if (sums.length === 0) return '';
  const shown = sums.slice(0, SUMS_SHOWN).map(moneyText);
  const more = sums.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more currencies`] : shown;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(all);
  return count > 1 ? `, together ${list}` : `, ${list}`;
}
