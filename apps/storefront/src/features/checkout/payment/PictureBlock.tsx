import { CODES } from '@webpay/contract/codes';
import { useEffect, useRef, useState } from 'react';
import type { CallRefused } from '../../../api/failure.ts';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { PictureCode } from '../../character/access/PictureCode.tsx';
import { usePicture } from '../../character/access/use-picture.ts';
import type { CheckoutFlow } from './use-payment.ts';

/** Asks for an image code before the next attempt, after declined ones (20003). */
export default function PictureBlock(props: {
  readonly flow: CheckoutFlow;
  readonly failure: CallRefused;
  /** Opens the chosen method again; a wallet's own button does it otherwise. */
  readonly onProven: () => void;
}) {
  const { flow, failure } = props;
  const t = useText();
  const picture = usePicture(null, true);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isDue, setIsDue] = useState(false);
  useEffect(() => field.current?.focus(), []);

  function prove(): void {
    setIsDue(true);
    if (typed.trim() === '' || picture.prove === null) {
      // A picture that is still loading arrives by itself.
      if (picture.state === 'failed') picture.renew();
      field.current?.focus();
      return;
    }
    // This block goes; the methods stay, and the card form opens below the chosen one.
    document.querySelector<HTMLElement>('[role=radiogroup] input:checked')?.focus();
    flow.prove(picture.prove(typed));
    props.onProven();
  }

  const isMissing = isDue && typed.trim() === '';
  const isWrong = !isDue && failure.code === CODES.WRONG_IMAGE_CODE;
  return (
    <Panel>
      <div className="stack-tight">
        <p role="alert">
          {t('payment.picture')} {t('payment.not_charged')}
        </p>
        <PictureCode
          picture={picture}
          ref={field}
          value={typed}
          onChange={setTyped}
          onEnter={prove}
          error={isMissing ? t('error.20003') : isWrong ? t('error.10007') : undefined}
          enterKeyHint="go"
        />
        <Button kind="ghost" onClick={prove}>
          {t('ui.confirm')}
        </Button>
      </div>
    </Panel>
  );
}
