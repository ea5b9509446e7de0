import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Card } from '../../ui/Card/Card.tsx';
import styles from './Overview.module.css';
import type { OverviewFile } from './overview-file.ts';

/** The way of a new shop to its first sale. */
export function FirstSteps({
  steps,
}: {
  readonly steps: NonNullable<OverviewFile['first_steps']>;
}) {
  return (
    <Card title="Steps to the first sale" note="nothing was sold yet" isPadded={false}>
      <ol className={styles['list']}>
        {steps.map(({ title, detail, is_done: isDone }) => (
          <li key={title}>
            <span className={styles['icon']} data-tone={isDone ? 'green' : undefined}>
              {isDone ? <IconCheck aria-hidden /> : <IconCircle aria-hidden />}
            </span>
            <span className={styles['text']}>
              <span>
                {title}
                <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
              </span>
              <small>{detail}</small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
