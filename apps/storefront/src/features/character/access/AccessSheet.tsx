import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../../i18n/text.tsx';
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

const VIEWS = {
  menu: { title: 'home.password', text: 'access.protected_text' },
  set: { title: 'access.protect', text: 'access.why', action: 'access.set' },
  change: { title: 'access.change', text: 'access.change_others', action: 'access.change' },
  remove: { title: 'access.remove', text: 'access.remove_text', action: 'access.remove' },
  device: { title: 'card.confirm', text: 'card.confirm_text', action: 'card.confirm' },
  reset: { title: 'access.forgot', text: 'access.reset_text', action: 'access.set' },
} as const satisfies Record<AccessKind | 'menu', object>;

/** Actions for a password that is set. */
const MENU = [
  ['change', 'lock', 'access.change_text'],
  ['reset', 'mail', 'access.forgot_text'],
  ['remove', 'trash', 'access.remove_text'],
] as const;

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
  const { theme, resource_configs } = useConfigs();
  const t = useText();
  const formId = useId();
  const [view, setView] = useState<AccessKind | 'menu'>(props.start);
  // The menu uses a hidden form, so that all states of the sheet share one dialog.
  const kind = view === 'menu' ? 'set' : view;
  const form = useAccessForm(kind, character, {
    done: (values) => props.onDone(kind, values),
    leave: onClose,
    stale: props.onStale,
  });
  const text = view === 'set' && props.isNeeded ? 'access.needed' : VIEWS[view].text;
  // Rendered outside the page, so that the button's surroundings do not style the sheet.
  return createPortal(
    <Sheet
      open={props.open}
      onClose={onClose}
      locked={form.busy !== null}
      title={t(VIEWS[view].title)}
      footer={
        view === 'menu' ? undefined : (
          <AccessBar label={t(VIEWS[view].action)} form={form} formId={formId} onCancel={onClose} />
        )
      }
    >
      <div className="stack">
        <div className={cx('row', styles.shield)}>
          <LazyImage src={theme.art['shield'] ?? resource_configs.icon} alt="" eager />
          <p>
            {t(text)}
            {view === 'reset' && (
              <span className="muted">
                {character.server_name} · <span className="num">{character.cid}</span>
              </span>
            )}
          </p>
        </div>
        {view === 'menu' ? (
          MENU.map(([each, icon, about]) => (
            <Way
              key={each}
              icon={icon}
              title={t(VIEWS[each].title)}
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
    </Sheet>,
    document.getElementById('root') ?? document.body,
  );
}
