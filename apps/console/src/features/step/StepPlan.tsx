import { IconArrowRight } from '@tabler/icons-react';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './Step.module.css';
import type { Step } from './use-step.ts';

/** Effects of a step in sentences, and why a second person must confirm it. */
export function StepPlan({ step }: { readonly step: Step }) {
  const { plan, planFailure, newEffects, refusal } = step;
  const secondPerson = plan?.needs.second_person ?? null;
  return (
    <div className="stack">
      {refusal !== null && (
        <Note tone="red" role="alert">
          {refusal}
        </Note>
      )}
      {planFailure !== null && (
        <Note tone="red" role="alert">
          <div className="row">
            <span className="grow">{planFailure.message}</span>
            <Button size="small" onClick={step.planAgain}>
              Again
            </Button>
          </div>
        </Note>
      )}
      {plan !== null && planFailure === null && !plan.possible && plan.needs.ticks.length === 0 && (
        <Note tone="orange" role="status">
          {plan.why}
        </Note>
      )}
      {plan !== null && plan.effects.length > 0 && (
        <Effects effects={plan.effects} fresh={newEffects} />
      )}
      {secondPerson !== null && (
        <Note tone="violet">
          <strong className="strong">A second person must confirm it.</strong> {secondPerson}
        </Note>
      )}
    </div>
  );
}

const NONE: readonly string[] = [];

/** @param fresh effects that an older plan did not have */
export function Effects({
  effects,
  fresh = NONE,
}: {
  readonly effects: readonly string[];
  readonly fresh?: readonly string[];
}) {
  return (
    <section aria-label="What will happen">
      <h3>What will happen</h3>
      <ul className={styles['effects']}>
        {effects.map((effect) => (
          <li key={effect} data-new={fresh.includes(effect) || undefined}>
            <IconArrowRight aria-hidden />
            <span className="grow">{effect}</span>
            {fresh.includes(effect) && <Badge tone="orange">New</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
