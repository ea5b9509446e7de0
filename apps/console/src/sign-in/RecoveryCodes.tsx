import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/Button/Button.tsx';
import { CopyButton } from '../ui/CopyButton/CopyButton.tsx';
import { Note } from '../ui/Note/Note.tsx';
import { Gate } from './Gate.tsx';
import styles from './Join.module.css';

/** Recovery codes, shown once. The console opens after they have been stored. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const [isStored, setIsStored] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Gate title="Recovery codes" subtitle="Each one replaces a code of the app, once." isWide>
      <Note tone="yellow">
        The console shows them now and never again. Store them where the phone is not.
      </Note>
      <ol className={styles['recovery']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyButton text={text} what="recovery codes">
          Copy
        </CopyButton>
        <Button
          icon={<IconDownload aria-hidden />}
          onClick={() => download('console-recovery-codes.txt', text)}
        >
          Download
        </Button>
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={isStored}
          onChange={(event) => setIsStored(event.currentTarget.checked)}
        />
        I have stored the codes
      </label>
      <Button
        look="primary"
        size="large"
        disabled={!isStored}
        onClick={() => window.location.assign('/')}
      >
        Open the console
      </Button>
    </Gate>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
