import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { type RequestOfOrder, RequestSteps } from './RequestSteps.tsx';
import styles from './Resolution.module.css';

/** Confirmation with the next steps. */
export function RequestSent({ request, order }: RequestOfOrder) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.body}>
      <Notice tone="ok" icon="check-circle" role="status">
        {t('request.next_answer')}
      </Notice>
      <RequestSteps request={request} order={order} />
    </div>
  );
}
