import type { OrderView } from '@webpay/contract/calls';
import type { ResolutionKind } from '@webpay/contract/money-back';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Sheet } from '../../../ui/Sheet/Sheet.tsx';
import type { SupportFacts } from '../support-facts.ts';
import { HelpChoices } from './HelpChoices.tsx';
import { RequestBar } from './RequestBar.tsx';
import { RequestForm } from './RequestForm.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { type RequestOfOrder, RequestSteps } from './RequestSteps.tsx';
import styles from './Resolution.module.css';
import { EMPTY_DRAFT } from './request-rules.ts';
import { useDraft } from './use-draft.ts';
import { useFiling } from './use-filing.ts';
import type { Help, Requests } from './use-requests.ts';

export type HelpSheetProps = {
  readonly help: Help;
  readonly order: OrderView;
  /** Short name of the purchase. */
  readonly goods: string;
  readonly kinds: readonly ResolutionKind[];
  readonly requests: Requests;
  readonly about: SupportFacts;
  /** Called when the order's state has changed meanwhile. */
  readonly onStale: () => void;
};

/** Help with one order: choice, form and confirmation. The typed text survives closing. */
export function HelpSheet(props: HelpSheetProps) {
  const { help, order, goods, requests } = props;
  const { kind } = help;
  const t = useText();
  const [isBack, setIsBack] = useState(false);
  const flow = useFiling(order, requests, props.onStale);
  const { filing } = flow;
  const draft = useDraft(order.order_id, kind ?? 'refund');

  function close() {
    const isDone = filing.kind === 'filed' || filing.kind === 'used';
    requests.setHelp({ ...help, kind: isDone ? null : kind, isOpen: false });
    setIsBack(false);
    if (isDone) flow.reset();
    if (filing.kind === 'filed') draft.change(EMPTY_DRAFT);
  }

  const sheet = { open: help.isOpen, onClose: close, locked: filing.kind === 'sending' };

  if (filing.kind === 'filed') {
    return (
      <Sheet
        {...sheet}
        title={t('request.sent')}
        footer={
          <Button grow wide onClick={close}>
            {t('request.done')}
          </Button>
        }
      >
        <RequestSent request={filing.request} order={order} />
      </Sheet>
    );
  }
  if (kind === null || filing.kind === 'used') {
    return (
      <Sheet {...sheet} title={t('request.title')}>
        <HelpChoices
          {...props}
          isRefused={filing.kind === 'used'}
          takesFocus={isBack}
          onChoose={(chosen) => {
            // A request with a lost answer is looked up first, whatever the player chooses now.
            if (filing.kind !== 'indeterminate') flow.reset();
            requests.setHelp({ ...help, kind: chosen });
          }}
        />
      </Sheet>
    );
  }
  return (
    <Sheet
      {...sheet}
      title={t(kind === 'refund' ? 'request.refund' : 'request.wrong')}
      footer={
        <RequestBar
          flow={flow}
          onBack={() => {
            requests.setHelp({ ...help, kind: null });
            setIsBack(true);
          }}
          onSend={() => {
            const text = draft.checked();
            if (text !== null) void flow.send(kind, text);
          }}
        />
      }
    >
      <RequestForm kind={kind} order={order} goods={goods} draft={draft} filing={filing} />
    </Sheet>
  );
}

/** Confirmation with the next steps. */
function RequestSent({ request, order }: RequestOfOrder) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={cx('stack', styles.sent)}>
      <Notice tone="ok" icon="check-circle" role="status">
        {t('request.next_answer')}
      </Notice>
      <RequestSteps request={request} order={order} />
    </div>
  );
}
