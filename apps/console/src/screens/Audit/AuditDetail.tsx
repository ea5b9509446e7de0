import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { fullText } from '../../ui/Time/time-text.ts';
import type { Entry } from './audit-columns.tsx';
import styles from './Audit.module.css';

/** An entry unfolded: everything that its hash covers. */
export function AuditDetail({ entry }: { readonly entry: Entry }) {
  const facts = [
    { label: 'Time', value: fullText(entry.at) },
    { label: 'Network address', value: entry.address },
    { label: 'Request', value: entry.request_id },
    { label: 'Reason', value: entry.reason },
    { label: 'Hash', value: entry.hash },
  ].filter(({ value }) => value !== '');
  const detail = pretty(entry.detail);
  return (
    <div className="stack">
      {detail !== '{}' && detail !== '' && <pre className={styles['raw']}>{detail}</pre>}
      <dl className={styles['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={label === 'Reason' || label === 'Time' ? undefined : 'mono'}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <CopyButton text={JSON.stringify(entry, null, 2)} what="entry">
          Copy the entry
        </CopyButton>
      </div>
    </div>
  );
}

/** Indents JSON; any other text stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
