import { Dialog } from '../ui/Dialog/Dialog.tsx';
import { Key } from '../ui/Keys/Keys.tsx';
import { useRegisteredKeys } from '../ui/Keys/keys.ts';
import styles from './KeysHelp.module.css';

/** The keys that work on this screen, and those of every screen. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const groups = new Map<string, { key: string; label: string }[]>();
  for (const { title, actions } of useRegisteredKeys()) {
    groups.set(title, [...(groups.get(title) ?? []), ...actions]);
  }
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="stack">
        {[...groups].map(([title, actions]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={styles['list']}>
              {actions.map(({ key, label }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <Key name={key} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
