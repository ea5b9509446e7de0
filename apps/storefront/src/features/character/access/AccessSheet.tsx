import { type ReactNode, useId, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { cx } from '../../../ui/cx.ts';
import { LazyImage } from '../../../ui/LazyImage/LazyImage.tsx';
import { Sheet } from '../../../ui/Sheet/Sheet.tsx';
import styles from './Access.module.css';
import { AccessFields } from './AccessFields.tsx';
import { AccessBar } from './AccessBar.tsx';
import { Way } from '../../support/Way.tsx';
import type { AccessKind, Character, Values } from './access-rules.ts';
import { useAccessForm } from './use-access-form.ts';

const TITLES: Readonly<Record<AccessKind | 'menu', MessageId>> = {
  menu: 'home.password',
  set: 'access.protect',
  change: 'access.change',
  remove: 'access.remove',
  reset: 'access.forgot',
};

const TEXTS: Readonly<Record<AccessKind | 'menu', MessageId>> = {
  menu: 'access.protected_text',
  set: 'access.why',
  change: 'access.change_others',
  remove: 'access.remove_text',
  reset: 'access.reset_text',
};

/** Dialog to set, change, remove or reset the access password (F13). */
export default function AccessSheet(props: {
  readonly start: AccessKind | 'menu';
  readonly character: Character;
  /** The project requires a password for purchases (`pwd_status`). */
  readonly isNeeded?: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when the server reports another password state than this page. */
  readonly onStale: (hasPassword: boolean) => void;
  readonly onDone: (kind: AccessKind, values: Values) => Promise<void>;
}) {
  const { character, onClose } = props;
  const t = useText();
  const formId = useId();
  const [view, setView] = useState(props.start);
  // The menu uses a hidden form, so that all states of the sheet share one dialog.
  const kind = view === 'menu' ? 'set' : view;
  const form = useAccessForm(kind, character, {
    done: (values) => props.onDone(kind, values),
    leave: onClose,
    stale: props.onStale,
  });
  const text = view === 'set' && props.isNeeded ? 'access.needed' : TEXTS[view];
  return (
    <Sheet
      open={props.open}
      onClose={onClose}
      locked={form.busy !== null}
      title={t(TITLES[view])}
      footer={
        view === 'menu' ? undefined : (
          <AccessBar kind={view} form={form} formId={formId} onCancel={onClose} />
        )
      }
    >
      <div className="stack">
        <Shield text={t(text)}>
          {view === 'reset' && (
            <span className="muted">
              {character.server_name} · <span className="num">{character.cid}</span>
            </span>
          )}
        </Shield>
        {view === 'menu' ? (
          MENU.map(([each, icon, about]) => (
            <Way
              key={each}
              icon={icon}
              title={t(TITLES[each])}
              text={t(about)}
              onClick={() => setView(each)}
            />
          ))
        ) : (
          <AccessFields
            kind={view}
            form={form}
            formId={formId}
            cid={character.cid}
            onForgot={() => setView('reset')}
          />
        )}
      </div>
    </Sheet>
  );
}

function Shield(props: { readonly text: string; readonly children?: ReactNode }) {
  const { theme, resource_configs } = useConfigs();
  return (
    <div className={cx('row', styles.shield)}>
      <LazyImage src={theme.art['shield'] ?? resource_configs.icon} alt="" eager />
      <p>
        {props.text}
        {props.children}
      </p>
    </div>
  );
}

/** Actions for a password that is set. */
const MENU = [
  ['change', 'lock', 'access.change_text'],
  ['reset', 'mail', 'access.forgot_text'],
  ['remove', 'trash', 'access.remove_text'],
] as const;
