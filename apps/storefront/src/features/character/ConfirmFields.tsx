import { lazy, Suspense, useId } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { FieldButton } from '../../ui/Field/FieldButton.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField } from '../../ui/Field/TextField.tsx';
import { useConfigs } from '../../api/page.tsx';
import { isNumericCid } from './character-id.ts';
import styles from './ConfirmPanel.module.css';
import type { ConfirmSheet } from './ConfirmSheets.tsx';
import { useCidError } from './confirm-errors.ts';
import type { ConfirmRefs } from './use-confirm-refs.ts';
import type { Confirm } from './use-confirm.ts';

const FailureNotice = lazy(() => import('../support/FailureNotice.tsx'));
const Unlock = lazy(() => import('./access/Unlock.tsx'));

const NO_NAME = '\u00a0';

export type ConfirmFieldsProps = {
  readonly confirm: Confirm;
  readonly refs: ConfirmRefs;
  readonly onOpen: (sheet: ConfirmSheet) => void;
  readonly onEnter: () => void;
  /** The same fields are asked in a sheet above: only one place may fetch an image code. */
  readonly isCovered?: boolean;
};

/** Region, server, ID, and the character found (F01). */
export function ConfirmFields(props: ConfirmFieldsProps) {
  const { confirm, refs } = props;
  const t = useText();
  const configs = useConfigs();
  const id = useId();
  const cidError = useCidError(confirm);
  const regions = confirm.list.state === 'ready' ? confirm.list.regions : [];
  const regionName = regions.find((each) => each.pr_id === confirm.region)?.name ?? null;
  const example = isNumericCid(configs) ? '204518763' : 'A204518763';
  const waiting = confirm.list.state === 'loading' ? t('ui.loading') : null;

  return (
    <>
      <div className={styles.place}>
        <FieldButton
          label={t('home.region')}
          value={regionName}
          placeholder={waiting ?? t('home.region_placeholder')}
          onClick={() => props.onOpen('region')}
          error={confirm.isPlaceDue && regionName === null ? t('home.select_region') : undefined}
        />
        <FieldButton
          ref={refs.server}
          label={t('home.server')}
          value={confirm.server?.name ?? null}
          placeholder={waiting ?? t('home.server_placeholder')}
          onClick={() => props.onOpen('server')}
          error={
            confirm.isPlaceDue && confirm.server === null ? t('home.select_server') : undefined
          }
        />
      </div>
      {confirm.list.state === 'failed' && (
        <Suspense fallback={null}>
          <FailureNotice
            title={t('home.servers_failed')}
            text={t('home.servers_failed_text')}
            failure={confirm.list.failure}
            onRetry={confirm.retryServers}
          />
        </Suspense>
      )}
      <div className={styles.answered}>
        <TextField
          ref={refs.cid}
          label={t('home.cid')}
          value={confirm.cid}
          onChange={confirm.typeCid}
          onBlur={() => {
            if (confirm.cid === '') return;
            // The messages move what stands around them.
            afterPress(() => {
              confirm.cidIsDue();
              confirm.placeIsDue();
            });
          }}
          onEnter={props.onEnter}
          error={cidError}
          inputMode={isNumericCid(configs) ? 'numeric' : 'text'}
          autoCapitalize={configs.cid_upper ? 'characters' : 'off'}
          enterKeyHint="go"
          placeholder={t('home.cid_placeholder', { example })}
          clearLabel={t('home.cid_clear')}
          describedBy={`${id}found`}
          numeric
        />
        {!props.isCovered && (confirm.asks.password || confirm.asks.picture) && (
          <Suspense fallback={null}>
            <Unlock ref={refs.asked} confirm={confirm} onEnter={props.onEnter} />
          </Suspense>
        )}
        <div id={`${id}found`} role="status">
          {confirm.lookup.state === 'found' ? (
            <FoundRow
              name={confirm.lookup.found.role.name}
              note={t('home.found', { level: confirm.lookup.found.role.level })}
            />
          ) : (
            cidError === undefined && (
              <FoundRow
                note={
                  confirm.cid === ''
                    ? t('home.enter_id')
                    : confirm.fits
                      ? ''
                      : t('home.cid_like', { example })
                }
              />
            )
          )}
        </div>
      </div>
    </>
  );
}

/** Character found. Without a name it keeps the place, so that no goods move under a finger. */
function FoundRow(props: { readonly name?: string; readonly note: string }) {
  const configs = useConfigs();
  const { name } = props;
  return (
    <div className={cx('row', name === undefined ? styles.pending : styles.found)}>
      <Avatar src={configs.theme.art['avatar'] ?? configs.resource_configs.icon} />
      <div className={cx('grow', styles.name)}>
        <b className="clip">{name ?? NO_NAME}</b>
        <span className="muted">{props.note || NO_NAME}</span>
      </div>
      <Icon name="check-circle" />
    </div>
  );
}

/** Runs work once the press that is going on has ended: what moves under a finger or mouse is not clicked. */
function afterPress(work: () => void): void {
  if (document.querySelector(':active') === null) {
    work();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The click follows in the same task.
    setTimeout(work);
  };
  for (const each of ['pointerup', 'mouseup']) {
    addEventListener(each, end, { signal: over.signal, capture: true });
  }
}
