import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Sheet } from '../../ui/Sheet/Sheet.tsx';
import styles from './Rules.module.css';

/** Rules of an event, opened by the info button. */
export function RulesSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly rules: readonly string[];
  readonly children?: ReactNode;
}) {
  const t = useText();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('event.rules')} readOnly>
      <Rules rules={props.rules} />
      {props.children}
    </Sheet>
  );
}

export function Rules({ rules }: { readonly rules: readonly string[] }) {
  return (
    <ul className={`stack ${styles.rules}`}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
