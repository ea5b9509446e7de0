import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Cause } from '@webpay/contract/console/overview-calls';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { sumsText } from './CauseLine.tsx';
import styles from './Overview.module.css';

/** Every open cause with what to do. */
export function Alerts({
  causes,
  now,
}: {
  readonly causes: readonly Cause[];
  readonly now: number;
}) {
  return (
    <div id="alerts">
      <Card title="Alerts" note="open now, with what to do" isPadded={false}>
        {causes.length === 0 ? (
          <EmptyState icon={<IconCircleCheck />} tone="green" title="No alert is open" />
        ) : (
          <ul className={styles['list']}>
            {causes.map((cause) => (
              <li key={cause.id}>
                <span className={styles['icon']} data-tone={cause.tone}>
                  <IconAlertTriangle aria-hidden />
                </span>
                <span className={styles['text']}>
                  <span>
                    {cause.path === null ? (
                      cause.title
                    ) : (
                      <ConsoleLink to={cause.path}>{cause.title}</ConsoleLink>
                    )}
                    {sumsText(cause)}
                  </span>
                  <small>
                    {cause.is_safe && 'Nothing is lost. '}
                    {cause.detail}
                  </small>
                </span>
                <small className={styles['end']}>
                  <Time at={cause.since} now={now} as="distance" />
                </small>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
