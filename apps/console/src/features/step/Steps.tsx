import type { ActionKind } from '@webpay/contract/console/actions';
import type { PossibleStep } from '@webpay/contract/console/shapes';
import { useLostReason } from '../../api/connection.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { Key } from '../../ui/Keys/Keys.tsx';
import { openStep, type OpenStep } from './open-step.ts';
import styles from './Step.module.css';

export type About = Pick<OpenStep, 'about' | 'currency'>;

const STEP_KEYS: { readonly [K in ActionKind]?: { readonly key: string; readonly label: string } } =
  {
    refund_order: { key: 'r', label: 'Pay back' },
    ask_gateway: { key: 'a', label: 'Ask the gateway now' },
    add_note: { key: 'n', label: 'Write a note' },
  };

/** All steps that an object offers. An impossible one says why. */
export function StepsCard({
  steps,
  about,
}: { readonly steps: readonly PossibleStep[] } & { readonly about: About }) {
  const isLost = useLostReason() !== null;
  const keyed = steps.filter(
    ({ seed, why }) => why === null && !isLost && STEP_KEYS[seed.kind] !== undefined,
  );
  useKeys(
    'Steps',
    keyed.map(({ seed }) => ({
      key: STEP_KEYS[seed.kind]?.key ?? '',
      label: STEP_KEYS[seed.kind]?.label ?? '',
      run: () => openStep({ seed, ...about }),
    })),
  );
  const others = steps.filter(({ seed }) => seed.kind !== 'add_note');
  if (others.length === 0) return null;
  return (
    <Card title="Steps">
      <ul className={styles['steps']}>
        {others.map((step) => (
          <li key={nameOf(step)}>
            {step.why === null ? (
              <StepButton step={step} about={about} hasKey />
            ) : (
              <p className={styles['impossible']}>
                {step.text}: <span className="muted">not possible. {step.why}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Steps of a row or a group, side by side. */
export function StepRow({
  steps,
  about,
}: {
  readonly steps: readonly PossibleStep[];
  readonly about: About;
}) {
  if (steps.length === 0) return null;
  return (
    <span className={styles['row']}>
      {steps.map((step) =>
        step.why === null ? (
          <StepButton key={nameOf(step)} step={step} about={about} />
        ) : (
          <span key={nameOf(step)} className="muted small">
            {step.why}
          </span>
        ),
      )}
    </span>
  );
}

function StepButton({
  step,
  about,
  hasKey = false,
}: {
  readonly step: PossibleStep;
  readonly about: About;
  /** The page has a key for the step. */
  readonly hasKey?: boolean;
}) {
  const lost = useLostReason();
  const key = hasKey ? STEP_KEYS[step.seed.kind]?.key : undefined;
  return (
    <Button
      size="small"
      isBusy={lost !== null}
      title={lost ?? undefined}
      onClick={() => openStep({ seed: step.seed, ...about })}
    >
      {step.text}
      {key !== undefined && <Key name={key} />}
    </Button>
  );
}

const nameOf = ({ seed, text }: PossibleStep): string => `${JSON.stringify(seed)} ${text}`;
