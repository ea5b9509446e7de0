import { lazy, type RefObject, Suspense, useId } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { FieldButton } from '../../ui/Field/FieldButton.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField } from '../../ui/Field/TextField.tsx';
import { useConfigs } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../support/code-message.ts';
import { isNumericCid } from './character-id.ts';
import styles from './ConfirmPanel.module.css';
import type { ConfirmSheet } from './ConfirmSheets.tsx';
import { useCidError } from './confirm-errors.ts';
import type { Confirm } from './use-confirm.ts';

const Unlock = lazy(() => import('./access/Unlock.tsx'));

const NO_NAME = '\u00a0';

/** "Who is it for?": region, server, ID, and the character found (F01). */
export function ConfirmPanel(props: {
  readonly confirm: Confirm;
  readonly onOpen: (sheet: ConfirmSheet) => void;
  readonly onEnter: () => void;
  readonly serverField: RefObject<HTMLButtonElement | null>;
  readonly cidField: RefObject<HTMLInputElement | null>;
  /** Wraps the fields that are asked for beside the ID. */
  readonly asked: RefObject<HTMLDivElement | null>;
}) {
  const { confirm } = props;
  const t = useText();
  const configs = useConfigs();
  const id = useId();
  const cidError = useCidError(confirm);
  const regions = confirm.list.state === 'ready' ? confirm.list.regions : [];
  const regionName = regions.find((each) => each.pr_id === confirm.region)?.name ?? null;
  const example = t('home.cid_placeholder', {
    example: isNumericCid(configs) ? '204518763' : 'A204518763',
  });
  const waiting = confirm.list.state === 'loading' ? t('ui.loading') : null;

  return (
    <Panel className={cx('stack-tight', styles.panel)} labelledBy={`${id}title`}>
      <div className={cx('row', styles.head)}>
        <h2 id={`${id}title`}>{t('home.who')}</h2>
        <TextButton icon="question" onClick={() => props.onOpen('findId')}>
          {t('home.find_id')}
        </TextButton>
      </div>
      <div className={styles.place}>
        <FieldButton
          label={t('home.region')}
          value={regionName}
          placeholder={waiting ?? t('home.region_placeholder')}
          onClick={() => props.onOpen('region')}
          error={confirm.isPlaceDue && regionName === null ? t('home.select_region') : undefined}
        />
        <FieldButton
          ref={props.serverField}
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
        <ServersFailed failure={confirm.list.failure} onRetry={confirm.retryServers} />
      )}
      <TextField
        ref={props.cidField}
        label={t('home.cid')}
        value={confirm.cid}
        onChange={confirm.typeCid}
        onBlur={() => {
          if (confirm.cid === '') return;
          confirm.cidIsDue();
          confirm.placeIsDue();
        }}
        onEnter={props.onEnter}
        error={cidError}
        inputMode={isNumericCid(configs) ? 'numeric' : 'text'}
        autoCapitalize={configs.cid_upper ? 'characters' : 'off'}
        enterKeyHint="go"
        placeholder={example}
        clearLabel={t('home.cid_clear')}
        describedBy={`${id}found`}
        numeric
      />
      {(confirm.asks.password || confirm.asks.picture) && (
        <Suspense fallback={null}>
          <Unlock ref={props.asked} confirm={confirm} onEnter={props.onEnter} />
        </Suspense>
      )}
      <div id={`${id}found`} role="status">
        {confirm.lookup.state === 'found' ? (
          <FoundRow
            name={confirm.lookup.found.role.name}
            note={t('home.found', { level: confirm.lookup.found.role.level })}
          />
        ) : (
          confirm.cid !== '' &&
          cidError === undefined && <FoundRow note={confirm.fits ? '' : example} />
        )}
      </div>
    </Panel>
  );
}

/** Character found. Without a name it keeps the height, so that the page does not move later. */
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

function ServersFailed(props: { readonly failure: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const configs = useConfigs();
  const again = againAfter(props.failure, props.onRetry);
  return (
    <Notice tone="err" role="alert" onRetry={again}>
      <b>{t('home.servers_failed')}</b>
      <p>{again ? t('home.servers_failed_text') : failureMessage(t, props.failure, configs)}</p>
    </Notice>
  );
}
