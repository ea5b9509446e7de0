import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import { saveFile } from '../../features/save-file.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Page } from '../../ui/Page/Page.tsx';
import { fullText } from '../../ui/Time/time-text.ts';
import { AnswerAt } from './AnswerAt.tsx';
import { OrderEvidence } from './OrderEvidence.tsx';
import styles from './Disputes.module.css';

type File = ConsoleResult<'disputeEvidence'>;

/** The facts that answer a dispute, to print or to save. Each reading is an entry of the audit log. */
export function Evidence() {
  const { provider = '', id = '' } = useParams();
  // The server refuses a gateway that it does not know.
  const input = { provider, id } as ConsoleRequest<'disputeEvidence'>;
  const query = useCall('disputeEvidence', input);
  const file = query.isPlaceholderData ? undefined : query.data;
  return (
    <Page
      title={`Evidence for ${id}`}
      tabTitle={`Evidence ${id}`}
      crumbs={<ConsoleLink to="/disputes">Disputes</ConsoleLink>}
      actions={file && <Actions file={file} />}
    >
      <Reading
        query={query}
        failed="The evidence could not be read."
        missing={<Missing title="There is no such dispute" />}
      >
        {(read) => (
          <div className="stack">
            <Dispute file={read} />
            {read.orders.map((order) => (
              <OrderEvidence key={order.id} order={order} />
            ))}
          </div>
        )}
      </Reading>
    </Page>
  );
}

function Actions({ file }: { readonly file: File }) {
  const name = `evidence-${file.dispute.number.replaceAll(/[^\w-]/g, '_')}.json`;
  const save = (): void => saveFile(name, JSON.stringify(file, null, 2), 'application/json');
  return (
    <span className={styles['actions']}>
      <span className="row">
        <Button icon={<IconDownload aria-hidden />} onClick={save}>
          Save as JSON
        </Button>
        <Button icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </span>
    </span>
  );
}

function Dispute({ file: { dispute, now } }: { readonly file: File }) {
  const { badge, answer_by: by, lost, ended_at: ended } = dispute;
  return (
    <Card
      title={`${dispute.gateway}: ${dispute.kind.toLowerCase()}`}
      note={<Badge tone={badge.tone}>{badge.text}</Badge>}
      actions={badge.text === 'Open' && <AnswerAt dispute={dispute} />}
    >
      <KeyValue
        facts={[
          { label: 'Number', value: <span className={styles['number']}>{dispute.number}</span> },
          { label: 'Reason', value: dispute.reason ?? 'none given' },
          { label: 'Stage', value: dispute.stage },
          { label: 'Claimed', value: moneyText(dispute.claimed) },
          ...(lost === null ? [] : [{ label: 'Lost', value: moneyText(lost) }]),
          { label: 'Opened', value: fullText(dispute.opened_at) },
          ...(by === null ? [] : [{ label: 'Answer by', value: by.text }]),
          ...(ended === null ? [] : [{ label: 'Ended', value: fullText(ended) }]),
          { label: 'Written', value: fullText(now) },
        ]}
      />
    </Card>
  );
}
