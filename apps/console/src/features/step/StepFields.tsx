import type { ActionKind } from '@webpay/contract/console/actions';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { Button } from '../../ui/Button/Button.tsx';
import { Choices } from '../../ui/Choices/Choices.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { TextArea } from '../../ui/TextArea/TextArea.tsx';
import { hasSum } from './draft.ts';
import { canBePlanned } from './publish-draft.ts';
import { PublishTime } from './PublishTime.tsx';
import { RoleLookUp } from './RoleLookUp.tsx';
import { hasRoles } from './staff-draft.ts';
import { StaffFields, TokenFields } from './StaffFields.tsx';
import styles from './Step.module.css';
import { WORDS, type Words } from './step-words.ts';
import type { Step } from './use-step.ts';
import { ReplayFields, WebhookFields } from './WebhookFields.tsx';

export type RequestFile = ConsoleResult<'request'>;

const LABELS: Readonly<Record<NonNullable<Words>, { label: string; help: string; max: number }>> = {
  player: {
    label: 'Answer for the player',
    help: 'The player reads this. Name no other person.',
    max: 1000,
  },
  operators: {
    label: 'Why',
    help: 'Only operators read this. No names: a ticket number is enough.',
    max: 1000,
  },
  note: {
    label: 'Note',
    help: 'Only operators read this. No names, no addresses, no card numbers.',
    max: 2000,
  },
};

/** Steps whose first field is not the reason. */
const HAS_FIELDS: readonly ActionKind[] = ['make_token', 'make_webhook', 'replay_webhook'];

/** Fields of a step: sum, ticks, character, words. */
export function StepFields({
  step,
  request = null,
  hasChoice = true,
}: {
  readonly step: Step;
  /** Request of the player that the step decides. */
  readonly request?: RequestFile | null;
  /** False when the page asks elsewhere whether all or a part is refunded. */
  readonly hasChoice?: boolean;
}) {
  const { seed, draft, change } = step;
  const words = WORDS[seed.kind];
  return (
    <div className="stack">
      {hasSum(seed.kind) && hasChoice && <AllOrPart step={step} />}
      {hasSum(seed.kind) && draft.isPart && (
        <Field
          label={`Sum in ${step.currency ?? 'the currency of the payment'}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={draft.part}
          onValue={(part) => change({ part })}
        />
      )}
      {seed.kind === 'approve_resend' && request !== null && (
        <RoleLookUp step={step} request={request} />
      )}
      {seed.kind === 'paid_outside' && (
        <Field
          label="Number of the bank transfer"
          help="As the bank's statement has it: 3 to 64 letters, digits, spaces and . : / _ -. No names."
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.reference}
          onValue={(reference) => change({ reference })}
        />
      )}
      {hasRoles(seed.kind) && <StaffFields step={step} />}
      {seed.kind === 'make_token' && <TokenFields step={step} />}
      {seed.kind === 'make_webhook' && <WebhookFields step={step} />}
      {seed.kind === 'replay_webhook' && <ReplayFields step={step} />}
      {canBePlanned(seed.kind) && <PublishTime step={step} />}
      <Ticks step={step} />
      {words !== null && (
        <TextArea
          label={LABELS[words].label}
          help={LABELS[words].help}
          maxLength={LABELS[words].max}
          isFirst={hasChoice && !hasRoles(seed.kind) && !HAS_FIELDS.includes(seed.kind)}
          value={draft.because}
          onValue={(because) => change({ because })}
        >
          {request !== null && <Answers step={step} request={request} />}
        </TextArea>
      )}
    </div>
  );
}

function AllOrPart({ step: { draft, change, plan } }: { readonly step: Step }) {
  const all = !draft.isPart && plan?.amount ? moneyText(plan.amount) : null;
  return (
    <Choices
      legend="Sum"
      isBeside
      choices={[
        {
          value: 'all',
          label: 'All that is left',
          end: all !== null && <strong className="num">{all}</strong>,
        },
        { value: 'part', label: 'A part' },
      ]}
      chosen={draft.isPart ? 'part' : 'all'}
      onChoose={(value) => change({ isPart: value === 'part' })}
    />
  );
}

/** Ticks that the plan asks for, and those that are set. */
function Ticks({ step: { draft, change, plan } }: { readonly step: Step }) {
  const asked = plan?.needs.ticks ?? [];
  const set = TICKS.filter(({ name }) => draft[name] && asked.every((it) => it.name !== name));
  const ticks = [...set, ...asked];
  if (ticks.length === 0) return null;
  return (
    <Note tone="yellow">
      {asked.length > 0 && <p>{plan?.why}</p>}
      <div className={styles['ticks']}>
        {ticks.map(({ name, text }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={draft[name]}
              onChange={(event) => change({ [name]: event.currentTarget.checked })}
            />
            {text}
          </label>
        ))}
      </div>
    </Note>
  );
}

/** Texts of ticks that are already set, because the plan names only missing ones. */
const TICKS = [
  {
    name: 'allow_delivered',
    text: 'Pay back although the goods were, or may be, given.',
  },
  {
    name: 'allow_overpayment',
    text: 'Pay back the payment that bought the goods, and leave the overpayment.',
  },
  {
    name: 'allow_same_number',
    text: 'This transfer pays several refunds.',
  },
] as const;

/** Ready answers in the player's language; the English stands beside. */
function Answers({ step, request }: { readonly step: Step; readonly request: RequestFile }) {
  const ready = request.answers.filter(({ kind }) => kind === step.seed.kind);
  const chosen = ready.find(({ text }) => text === step.draft.because);
  if (ready.length === 0) return null;
  return (
    <>
      <div className="row" role="group" aria-label="Ready answers">
        {ready.map(({ title, text }) => (
          <Button
            key={title}
            size="small"
            aria-pressed={text === step.draft.because}
            onClick={() => step.change({ because: text })}
          >
            {title}
          </Button>
        ))}
      </div>
      {chosen !== undefined && chosen.english !== chosen.text && (
        <p className="muted small" lang="en">
          In English: {chosen.english}
        </p>
      )}
    </>
  );
}
