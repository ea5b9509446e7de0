import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { StepUp } from '@webpay/contract/console/plan';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import { ConfirmBar } from '../../features/step/ConfirmBar.tsx';
import { Effects } from '../../features/step/StepPlan.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { Drawer } from '../../ui/Split/Split.tsx';
import { TextArea } from '../../ui/TextArea/TextArea.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { APPROVAL_STATES } from './approval-states.ts';
import { ExportFile } from './ExportFile.tsx';

type File = ConsoleResult<'approval'>;

type Props = {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDecided: (sentence: string) => void;
};

/** A step that waits, with its plan made again now: yes runs it, no needs a reason. */
export function ApprovalDrawer({ id, onClose, onDecided }: Props) {
  const query = useCall('approval', { id });
  useKeys('Waiting step', [{ key: 'Escape', label: 'Close the drawer', run: onClose }]);
  const data = query.isPlaceholderData ? undefined : query.data;
  if (data === undefined) {
    return (
      <Drawer title="Waiting step" onClose={onClose}>
        <Reading
          query={query}
          failed="The step could not be read."
          missing={<Missing title="There is no such step" />}
        >
          {() => null}
        </Reading>
      </Drawer>
    );
  }
  return <ApprovalOf file={data} onClose={onClose} onDecided={onDecided} />;
}

function ApprovalOf({ file, onClose, onDecided }: { readonly file: File } & Omit<Props, 'id'>) {
  const { plan, state } = file;
  const decision = useDecision(file, onDecided);
  const isOpen = state === 'waiting';
  const sameNow = isSame(file);
  return (
    <Drawer
      title={`${file.title}?`}
      note={<About file={file} />}
      onClose={onClose}
      footer={isOpen && <Answer file={file} decision={decision} />}
    >
      {!isOpen && <Ended file={file} />}
      {isExport(file) && <ExportFile approvalId={file.id} />}
      <Note tone="violet">
        <strong className="strong">{file.asked_by}</strong>,{' '}
        <Time at={file.asked_at} now={file.now} as="full" />
        <p dir="auto">“{file.reason}”</p>
      </Note>
      <KeyValue
        facts={[
          { label: 'Why two', value: file.second_person },
          ...(file.sum === null ? [] : [{ label: 'Sum', value: moneyText(file.sum) }]),
          { label: 'Ends', value: <Time at={file.expires_at} now={file.now} as="full" /> },
        ]}
      />
      {isOpen && (
        <p className="row">
          <Badge tone={sameNow ? 'green' : 'orange'}>
            {sameNow ? 'Planned again just now' : 'Changed since it was asked'}
          </Badge>
          {!sameNow && <span>{whatChanged(file)}</span>}
        </p>
      )}
      {plan.effects.length > 0 && <Effects effects={plan.effects} />}
      {decision.shown !== null && <ShownOnce {...decision.shown} />}
      {decision.refusal !== null && (
        <Note tone="red" role="alert">
          {decision.refusal}
        </Note>
      )}
    </Drawer>
  );
}

/** Only the asker may save it. */
const isExport = ({ kind, state, is_own }: File): boolean =>
  kind === 'export_person' && state === 'done' && is_own;

function About({ file: { object, path } }: { readonly file: File }) {
  return path === null ? (
    <bdi>{object.name}</bdi>
  ) : (
    <ConsoleLink to={path}>
      <bdi>{object.name}</bdi>
    </ConsoleLink>
  );
}

function Ended({ file }: { readonly file: File }) {
  const { tone, text } = APPROVAL_STATES[file.state];
  return (
    <p className="row">
      <Badge tone={tone}>{text}</Badge>
      {file.decided_by !== null && <span>by {file.decided_by}</span>}
      {file.decided_at !== null && <Time at={file.decided_at} now={file.now} as="full" />}
    </p>
  );
}

/** Sum and title tell a change before the server compares the whole plan. */
const isSame = ({ plan, title, sum }: File): boolean =>
  plan.possible && plan.title === title && plan.amount?.minor === sum?.minor;

function whatChanged({ plan, title }: File): string {
  if (!plan.possible) return plan.why ?? 'The step is not possible any more.';
  return `Asked for: ${title}. Now: ${plan.title}. It must be asked for again.`;
}

type Decision = ReturnType<typeof useDecision>;

function useDecision({ id, plan }: File, onDecided: (sentence: string) => void) {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState<Parameters<typeof ShownOnce>[0] | null>(null);
  const run = async (send: () => Promise<ConsoleResult<'approve'>>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      const { sentence, address, token, secret } = await send();
      // The drawer stays open: they are shown this once.
      if (address !== undefined) setShown({ kind: 'address', text: address });
      else if (token !== undefined) setShown({ kind: 'token', text: token });
      else if (secret !== undefined) setShown({ kind: 'secret', text: secret });
      else onDecided(sentence);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The decision failed.');
    } finally {
      setIsBusy(false);
      void client.invalidateQueries();
    }
  };
  return {
    isBusy,
    refusal,
    shown,
    yes: (prove: (planHash: string) => Promise<StepUp>) =>
      void run(async () => {
        const { plan_hash } = plan;
        return call('approve', { id, plan_hash, step_up: await prove(plan_hash) });
      }),
    no: (because: string) => void run(() => call('decline', { id, because })),
  };
}

const HAND_OVER = {
  address: 'Hand this address over. It is shown this once, and works once, for 24 hours.',
  token: 'Hand this token over. It is shown this once.',
  secret: 'Hand this secret over. It is shown this once, and signs each message.',
} as const;

function ShownOnce({
  kind,
  text,
}: {
  readonly kind: keyof typeof HAND_OVER;
  readonly text: string;
}) {
  return (
    <Note tone="green" role="status">
      <p>{HAND_OVER[kind]}</p>
      <p className="row">
        <code className="clip grow">{text}</code>
        <CopyButton text={text} what={kind} />
      </p>
    </Note>
  );
}

function Answer({ file, decision }: { readonly file: File; readonly decision: Decision }) {
  const [saysNo, setSaysNo] = useState(false);
  const [because, setBecause] = useState('');
  const noText = file.is_own ? 'Withdraw…' : 'No…';
  if (saysNo) {
    return (
      <div className="stack">
        <TextArea
          label={file.is_own ? 'Why you withdraw it' : 'Why not'}
          help="The person who asked reads this. No names: a ticket number is enough."
          maxLength={1000}
          isFirst
          value={because}
          onValue={setBecause}
        />
        <ConfirmBar
          label={file.is_own ? 'Withdraw the step' : 'Refuse the step'}
          look="danger"
          needsProof={false}
          blocked={because.trim().length < 3 ? 'Write the reason.' : null}
          isBusy={decision.isBusy}
          onConfirm={() => decision.no(because.trim())}
        >
          <Button onClick={() => setSaysNo(false)}>Back</Button>
        </ConfirmBar>
      </div>
    );
  }
  const no = <Button onClick={() => setSaysNo(true)}>{noText}</Button>;
  if (file.why_not !== null) {
    return (
      <div className="row">
        <p className="grow muted small">{file.why_not}</p>
        {no}
      </div>
    );
  }
  return (
    <ConfirmBar
      label={`Yes: ${file.plan.title}`}
      look="primary"
      needsProof
      blocked={file.plan.possible ? null : (file.plan.why ?? 'The step is not possible.')}
      isBusy={decision.isBusy}
      onConfirm={decision.yes}
    >
      {no}
    </ConfirmBar>
  );
}
