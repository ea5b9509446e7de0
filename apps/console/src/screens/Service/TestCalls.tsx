import { useState } from 'react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import styles from './Service.module.css';
import type { ServiceFile } from './service-file.ts';

type Result = ConsoleResult<'testCall'>;
type What = 'game' | 'payermax' | 'paypal';

const TEXTS: Readonly<Record<What, string>> = {
  game: 'Call the game now',
  payermax: 'Ask PayerMax',
  paypal: 'Ask PayPal',
};
const GATEWAYS = [
  ['payermax', 'PayerMax'],
  ['paypal', 'PayPal'],
] as const;
const ENDS = {
  answered: { tone: 'green', text: 'Answered' },
  refused: { tone: 'red', text: 'Answered, but wrong' },
  silent: { tone: 'orange', text: 'No answer' },
} as const;

/** Calls to a game or a gateway about something that does not exist: they prove address, keys and signature. */
export function TestCalls({ file }: { readonly file: ServiceFile }) {
  return (
    <Card title="Test calls" note="six a minute; no money moves">
      <ul className={styles['stopped']}>
        {file.projects.map((project) => (
          <TestOf key={project.code} file={file} code={project.code} name={project.name} />
        ))}
      </ul>
    </Card>
  );
}

function TestOf({
  file,
  code,
  name,
}: {
  readonly file: ServiceFile;
  readonly code: string;
  readonly name: string;
}) {
  const [busy, setBusy] = useState<What | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const gateways = GATEWAYS.filter(([, gateway]) =>
    file.methods.some((method) => method.project.code === code && method.gateway === gateway),
  ).map(([what]) => what);
  const ask = async (what: What): Promise<void> => {
    if (busy !== null) return;
    setBusy(what);
    setRefusal(null);
    setResult(null);
    try {
      setResult(await call('testCall', { project: code, what }));
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The call failed.');
    } finally {
      setBusy(null);
    }
  };
  return (
    <li>
      <div className="grow">
        <strong className="strong">{name}</strong>
        <p className="small" role="status">
          {busy !== null && <span className="muted">Waits for the answer</span>}
          {refusal}
          {result !== null && (
            <>
              <Badge tone={ENDS[result.end].tone}>{ENDS[result.end].text}</Badge> {result.sentence}{' '}
              It took {result.took_ms} ms.
            </>
          )}
        </p>
      </div>
      <span className="row">
        {(['game', ...gateways] as const).map((what) => (
          <Button
            key={what}
            size="small"
            isBusy={busy !== null}
            aria-label={`${TEXTS[what]}, ${name}`}
            onClick={() => void ask(what)}
          >
            {TEXTS[what]}
          </Button>
        ))}
      </span>
    </li>
  );
}
