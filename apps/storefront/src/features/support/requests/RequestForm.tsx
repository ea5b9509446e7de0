import type { OrderView } from '@webpay/contract/calls';
import { RESOLUTION_TEXT_MAX, type ResolutionKind } from '@webpay/contract/money-back';
import { useEffect, useRef } from 'react';
import { CallRefused } from '../../../api/failure.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { TextArea } from '../../../ui/Field/TextArea.tsx';
import { TextField } from '../../../ui/Field/TextField.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../code-message.ts';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Resolution.module.css';
import type { DraftState } from './use-draft.ts';
import type { Filing } from './use-filing.ts';

const TEXT_PROBLEMS = {
  missing: 'request.what_missing',
  too_long: 'request.too_long',
  refused: 'error.20020',
} as const;

/** The player's description, and what happens after sending. */
export function RequestForm(props: {
  readonly kind: ResolutionKind;
  readonly order: OrderView;
  readonly goods: string;
  readonly draft: DraftState;
  readonly filing: Filing;
}) {
  const { kind, order, filing } = props;
  const { draft, change, leave, problems, length, rightField, textField } = props.draft;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const isWrong = kind === 'wrong_recharge';
  useEffect(() => {
    (rightField.current ?? textField.current)?.focus();
  }, [rightField, textField]);
  const count = formatNumber(length, lang);
  const max = formatNumber(RESOLUTION_TEXT_MAX, lang);
  const isSending = filing.kind === 'sending';
  const textProblem = filing.kind === 'text' ? 'refused' : problems.text;
  return (
    <div className="stack">
      <p className="muted">
        {props.goods} · <span className="num">{money(order.total)}</span> · {order.role.name} ·{' '}
        {order.role.server_name}
      </p>
      {isWrong && (
        <TextField
          ref={rightField}
          label={t('request.right')}
          value={draft.right}
          onChange={(right) => change({ ...draft, right })}
          onBlur={() => leave('right')}
          onEnter={() => textField.current?.focus()}
          enterKeyHint="next"
          maxLength={100}
          disabled={isSending}
          error={problems.right === null ? undefined : t('request.right_missing')}
        />
      )}
      <TextArea
        ref={textField}
        label={t('request.what')}
        value={draft.text}
        onChange={(text) => change({ ...draft, text })}
        onBlur={() => leave('text')}
        disabled={isSending}
        help={
          <span className={cx('num', length > RESOLUTION_TEXT_MAX && styles.over)}>
            {t('request.counter', { count, max })}
          </span>
        }
        error={textProblem === null ? undefined : t(TEXT_PROBLEMS[textProblem], { count, max })}
      />
      <div className={styles.next}>
        <b>{t('request.next')}</b>
        <ol>
          <li>{t('request.next_read')}</li>
          <li>{t('request.next_answer')}</li>
          <li>
            {isWrong
              ? t('request.next_goods')
              : t('request.next_refund', { price: money(order.total) })}
          </li>
        </ol>
      </div>
      <FilingFailure filing={filing} />
    </div>
  );
}

/** Reason that the request was not sent; the typed text stays. */
function FilingFailure({ filing }: { readonly filing: Filing }) {
  const t = useText();
  const configs = useConfigs();
  const box = useRef<HTMLDivElement>(null);
  const isShown = filing.kind === 'failed' || filing.kind === 'indeterminate';
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!isShown) return null;
  const { failure } = filing;
  const requestId = failure instanceof CallRefused ? failure.requestId : null;
  return (
    <div ref={box}>
      {filing.kind === 'indeterminate' ? (
        <Notice role="alert" tone="warn">
          {t('request.unsure')}
        </Notice>
      ) : (
        <Notice role="alert" tone="err">
          {t('request.not_sent')} {failureMessage(t, failure, configs)}
          {requestId !== null && <p className="cap num">{t('ui.request_id', { id: requestId })}</p>}
        </Notice>
      )}
    </div>
  );
}
