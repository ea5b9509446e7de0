import type { ActionKind } from '@webpay/contract/console/actions';
import { type ReactNode, useState } from 'react';
import { ConfirmBar } from '../../features/step/ConfirmBar.tsx';
import { isDanger, labelOf } from '../../features/step/step-text.ts';
import { type RequestFile, StepFields } from '../../features/step/StepFields.tsx';
import { StepPlan } from '../../features/step/StepPlan.tsx';
import { useStep } from '../../features/step/use-step.ts';
import { Choices } from '../../ui/Choices/Choices.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { Key } from '../../ui/Keys/Keys.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Drawer } from '../../ui/Split/Split.tsx';

type Choice = {
  readonly label: string;
  readonly kind: Extract<ActionKind, 'approve_refund' | 'approve_resend' | 'reject_request'>;
  readonly isPart: boolean;
};

function choicesOf({ kind, left }: RequestFile): readonly Choice[] {
  const no: Choice = { label: 'Say no', kind: 'reject_request', isPart: false };
  if (kind === 'wrong_recharge') {
    return [
      { label: 'Send the goods to another character', kind: 'approve_resend', isPart: false },
      no,
    ];
  }
  const all = left === null ? 'Pay back all' : `Pay back all, ${moneyText(left)}`;
  return [
    { label: all, kind: 'approve_refund', isPart: false },
    { label: 'Pay back a part', kind: 'approve_refund', isPart: true },
    no,
  ];
}

type Props = {
  readonly file: RequestFile;
  readonly about: { readonly title: string; readonly note: ReactNode };
  readonly facts: ReactNode;
  readonly onClose: () => void;
  readonly onDecided: (id: string, sentence: string) => void;
};

/** The decision about an open request. Each choice keeps its own words. */
export function Decide(props: Props) {
  const { file } = props;
  const choices = choicesOf(file);
  const [at, setAt] = useState(0);
  const choice = choices[at] ?? choices[0];
  useKeys(
    'Decision',
    choices.map(({ label }, index) => ({
      key: String(index + 1),
      label,
      run: () => setAt(index),
    })),
  );
  if (choice === undefined) return null;
  const picker = (
    <Choices
      legend="Decision"
      choices={choices.map(({ label }, index) => ({
        value: String(index),
        label,
        end: <Key name={String(index + 1)} />,
      }))}
      chosen={String(choices.indexOf(choice))}
      onChoose={(value) => setAt(Number(value))}
    />
  );
  return <DecideBy key={choice.kind} {...props} choice={choice} picker={picker} />;
}

function DecideBy({
  file,
  about,
  facts,
  choice,
  picker,
  onClose,
  onDecided,
}: Props & { readonly choice: Choice; readonly picker: ReactNode }) {
  const { kind, isPart } = choice;
  const first = file.answers.find((answer) => answer.kind === kind)?.text ?? '';
  const step = useStep(
    { kind, request_id: file.id },
    {
      currency: file.total.currency,
      initial: { because: first },
      isPart,
      onDone: ({ sentence }) => onDecided(file.id, `${file.order_no}: ${sentence}`),
    },
  );
  return (
    <Drawer
      {...about}
      onClose={onClose}
      footer={
        <ConfirmBar
          label={labelOf(step)}
          look={isDanger(kind) ? 'danger' : 'primary'}
          needsProof={step.plan?.needs.step_up ?? false}
          blocked={step.blocked}
          isBusy={step.isBusy}
          onConfirm={(prove) => void step.confirm(prove)}
        />
      }
    >
      {facts}
      {picker}
      <StepFields step={step} request={file} hasChoice={false} />
      <StepPlan step={step} />
    </Drawer>
  );
}
