import { useId } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import type { Resolution } from '@webpay/contract/calls';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import type { IconName } from '../../../ui/Icon/Icon.tsx';
import { type RequestOfOrder, RequestSteps } from './RequestSteps.tsx';
import { kindName, requestLabel } from './request-view.ts';
import styles from './Resolution.module.css';

/** Request on this order with its state and answer (F17). */
export function RequestPanel({ request, order }: RequestOfOrder) {
  const t = useText();
  const title = useId();
  return (
    <Panel labelledBy={title}>
      <div className={styles.head}>
        <h2 id={title}>{t('request.yours')}</h2>
        <RequestChip request={request} />
      </div>
      <p className="muted">{t(kindName(request))}</p>
      {/* Announces an operator's decision. */}
      <p role="status" className="sr-only">
        {t('request.yours')}: {t(requestLabel(request).id)}
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
        <summary>{t('request.words')}</summary>
        <blockquote className={styles.quote} dir="auto">
          {request.text}
        </blockquote>
      </details>
    </Panel>
  );
}

const ICONS: Readonly<Record<Resolution['state'], IconName>> = {
  open: 'clock',
  approved: 'check',
  rejected: 'info',
};

/** State of a request as icon and label. */
function RequestChip({ request }: { readonly request: Resolution }) {
  const t = useText();
  const { id, tone } = requestLabel(request);
  return (
    <Chip tone={tone} icon={ICONS[request.state]}>
      {t(id)}
    </Chip>
  );
}
