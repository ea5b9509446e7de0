import { useId } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import { type RequestOfOrder, RequestSteps } from './RequestSteps.tsx';
import { kindName, REQUEST_LABELS } from './request-view.ts';
import styles from './Resolution.module.css';

/** Request on this order with its state and answer (F17). */
export function RequestPanel({ request, order }: RequestOfOrder) {
  const t = useText();
  const title = useId();
  const { id, tone, icon } = REQUEST_LABELS[request.state];
  return (
    <Panel labelledBy={title}>
      <div className={styles.head}>
        <h2 id={title}>{t('request.yours')}</h2>
        <Chip tone={tone} icon={icon}>
          {t(id)}
        </Chip>
      </div>
      <p className="muted">{t(kindName(request))}</p>
      {/* Announces an operator's decision. */}
      <p role="status" className="sr-only">
        {t('request.yours')}: {t(id)}
      </p>
      <div className={styles.steps}>
        <RequestSteps request={request} order={order} />
      </div>
      {request.answer !== null && (
        <figure className={styles.quote} data-answer>
          <figcaption className="cap">{t('request.answer')}</figcaption>
          {/* The answer may be in any language. */}
          <blockquote dir="auto">{request.answer}</blockquote>
        </figure>
      )}
      <details className={styles.words}>
        <summary className="muted">{t('request.words')}</summary>
        <blockquote className={styles.quote} dir="auto">
          {request.text}
        </blockquote>
      </details>
    </Panel>
  );
}
