import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import styles from './Settlement.module.css';

type File = ConsoleResult<'settlement'>;

/** The hash of the CSV, and whether its days are proved. */
export function FileCard({ file: { csv, days } }: { readonly file: File }) {
  return (
    <Card title="The file" note="the same as npm run settlement writes">
      <KeyValue
        facts={[
          {
            label: 'SHA-256 of the CSV',
            value: (
              <span className={styles['hash']}>
                {csv.sha256} <CopyButton text={csv.sha256} what="SHA-256" />
              </span>
            ),
          },
          { label: 'Days', value: endedText(days) },
          { label: 'Ledger', value: checkOf(days) },
        ]}
      />
    </Card>
  );
}

function endedText({ all, ended }: File['days']): ReactNode {
  if (ended === all) return all === 1 ? 'The day has ended.' : `All ${all} have ended.`;
  return `${ended} of ${all} have ended: the sums may still grow.`;
}

/** Each ended day is compared with its payments and refunds by `npm run reconcile`, or by the worker. */
function checkOf({ all, sound, unsound }: File['days']): ReactNode {
  if (unsound > 0) {
    return (
      <Badge tone="red">
        {unsound} {unsound === 1 ? 'day differs' : 'days differ'} from payments and refunds
      </Badge>
    );
  }
  if (sound === all) return <Badge tone="green">Agrees with payments and refunds</Badge>;
  return `${sound} of ${all} days are compared with payments and refunds`;
}
