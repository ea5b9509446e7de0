import { CODES } from '@webpay/contract/codes';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLang, useText } from '../../../i18n/text.tsx';
import { TextButton } from '../../../ui/TextButton/TextButton.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { codeOf } from '../lookup.ts';
import type { Confirm } from '../use-confirm.ts';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../../support/code-message.ts';
import AccessSheet from './AccessSheet.tsx';
import styles from './Access.module.css';
import { PictureCode } from './PictureCode.tsx';
import { SecretField } from './SecretField.tsx';
import { usePicture } from './use-picture.ts';
import { waitText } from './wait-text.ts';

/** Asks for the character's password (20001) or an image code (20003) during a look-up. */
export default function Unlock(props: {
  readonly confirm: Confirm;
  readonly onEnter: () => void;
  readonly ref: RefObject<HTMLDivElement | null>;
}) {
  const { confirm, onEnter, ref } = props;
  const { asks, entered, enter, lookup, server } = confirm;
  const t = useText();
  const lang = useLang();
  const configs = useConfigs();
  const [reset, setReset] = useState({ round: 0, open: false });
  const closeReset = () => setReset({ ...reset, open: false });
  const picture = usePicture('role', asks.picture);
  const passwordField = useRef<HTMLInputElement>(null);
  const pictureField = useRef<HTMLInputElement>(null);
  const { prove, renew } = picture;
  useEffect(() => enter({ prove }), [enter, prove]);

  // Every image serves one attempt.
  const failure = lookup.state === 'failed' ? lookup.failure : null;
  const [used, setUsed] = useState(failure);
  useEffect(() => {
    if (failure === null || failure === used) return;
    setUsed(failure);
    if (asks.picture) renew();
    enter({ v_code: '' });
  }, [failure, used, asks.picture, renew, enter]);

  const code = codeOf(lookup);
  useEffect(() => {
    if (failure === null || code === CODES.PASSWORD_REQUIRED) return;
    const isPicture = code === CODES.IMAGE_CODE_REQUIRED || code === CODES.WRONG_IMAGE_CODE;
    const wrong = isPicture ? pictureField.current : passwordField.current;
    // Never takes the focus from a player who still types the ID.
    const now = document.activeElement;
    const isFree = !(now instanceof HTMLInputElement) || (ref.current?.contains(now) ?? false);
    if (isFree) wrong?.focus();
  }, [failure, code, ref]);
  const aboutPicture = code === CODES.WRONG_IMAGE_CODE;
  const isAsking = code === CODES.PASSWORD_REQUIRED || code === CODES.IMAGE_CODE_REQUIRED;
  const message =
    failure === null || isAsking
      ? undefined
      : (waitText(t, lang, failure) ?? failureMessage(t, failure, configs) ?? undefined);
  return (
    <div ref={ref} className="stack">
      <p role="status" className="sr-only">
        {code === CODES.PASSWORD_REQUIRED && t('error.20001')}
        {code === CODES.IMAGE_CODE_REQUIRED && t('error.20003')}
      </p>
      {asks.password && (
        <div>
          <SecretField
            ref={passwordField}
            label={t('home.password')}
            help={t('home.password_help')}
            error={aboutPicture ? undefined : message}
            value={entered.pwd}
            onChange={(pwd) => enter({ pwd })}
            onEnter={onEnter}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          <div className={styles.way}>
            <TextButton onClick={() => setReset(({ round }) => ({ round: round + 1, open: true }))}>
              {t('access.forgot')}
            </TextButton>
          </div>
        </div>
      )}
      {asks.picture && (
        <PictureCode
          picture={picture}
          ref={pictureField}
          value={entered.v_code}
          onChange={(v_code) => enter({ v_code })}
          onEnter={onEnter}
          error={aboutPicture || !asks.password ? message : undefined}
          enterKeyHint="go"
        />
      )}
      {reset.round > 0 && server && (
        <AccessSheet
          key={reset.round}
          start="reset"
          character={{
            pr_id: server.pr_id,
            server_id: server.server_id,
            server_name: server.name,
            cid: confirm.cid,
          }}
          open={reset.open}
          onClose={closeReset}
          onStale={closeReset}
          onDone={async (_, { pwd }) => {
            closeReset();
            toast(t('access.was_reset'));
            enter({ pwd });
            confirm.unlock({ pwd });
          }}
        />
      )}
    </div>
  );
}
