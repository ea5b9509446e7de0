import { useState } from 'react';
import { ConfirmBar } from '../../features/step/ConfirmBar.tsx';
import { StepFields } from '../../features/step/StepFields.tsx';
import { StepPlan } from '../../features/step/StepPlan.tsx';
import { labelOf } from '../../features/step/step-text.ts';
import { useStep } from '../../features/step/use-step.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { ServiceChoices, Country, OpensAgain, Refused } from './SwitchFields.tsx';
import type { Choice, Switch } from './service-file.ts';
import type { Undo } from './use-switches.ts';

type Props = {
  readonly open: Switch;
  /** The shop's clock. */
  readonly now: number;
  readonly onClose: () => void;
  readonly onDone: (sentence: string, undo: Undo | null) => void;
};

type Chosen = Props & { readonly choice: Choice; readonly country: string | null };

/** One dialog for every switch: what, until when, why, and what will happen. */
export function SwitchDialog(props: Props) {
  const { open, now, onClose } = props;
  const [choice, setChoice] = useState<Choice>(open.of === 'service' ? open.choice : 'open');
  const [country, setCountry] = useState(open.of === 'method' ? open.country : null);
  const chosen = { ...props, choice, country };
  // The words stay when another choice makes another step of them.
  const step = useStep(seedOf(chosen), {
    currency: null,
    initial: initialOf(open),
    onDone: ({ sentence }) => props.onDone(sentence, undoOf(chosen)),
  });
  const isDanger = open.of === 'method' ? open.state === 'off' : choice !== 'open';
  return (
    <Dialog
      title={step.plan?.title ?? titleOf(open)}
      onClose={onClose}
      footer={
        <ConfirmBar
          label={labelOf(step)}
          look={isDanger ? 'danger' : 'primary'}
          needsProof={step.plan?.needs.step_up ?? false}
          blocked={step.blocked}
          isBusy={step.isBusy}
          onConfirm={(prove) => void step.confirm(prove)}
        >
          <Button onClick={onClose}>Cancel</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        {open.of === 'service' && <ServiceChoices choice={choice} onChoice={setChoice} />}
        {open.of === 'method' && open.state === 'off' && (
          <Country method={open.method} country={country} onCountry={setCountry} />
        )}
        {open.of === 'service' && choice === 'maintenance' && <OpensAgain step={step} now={now} />}
        {open.of === 'service' && choice === 'refused' && <Refused step={step} />}
        <StepFields step={step} />
        <StepPlan step={step} />
        {open.of === 'service' && (choice === 'maintenance' || choice === 'closed') && (
          <p className="muted small">Under way now: {open.goesOn}.</p>
        )}
      </div>
    </Dialog>
  );
}

function seedOf({ open, choice, country }: Chosen) {
  if (open.of === 'method') {
    const { project, pay_id, seen } = open.method;
    const at = country === null ? {} : { country };
    return {
      kind: 'switch_method',
      project: project.code,
      pay_id,
      state: open.state,
      seen,
      ...at,
    } as const;
  }
  const { project, seen } = open;
  if (choice === 'sessions') return { kind: 'end_sessions', project } as const;
  return choice === 'refused'
    ? ({ kind: 'set_refused', project, seen } as const)
    : ({ kind: 'set_service', project, seen, state: choice } as const);
}

/** A closed project stays closed until an operator opens it, and players log in again by themselves. */
function undoOf({ open, choice }: Chosen): Undo | null {
  if (open.of === 'method') {
    const { project, pay_id, seen } = open.method;
    return { kind: 'undo_method', project: project.code, pay_id, seen };
  }
  const { project, seen } = open;
  return choice === 'closed' || choice === 'sessions'
    ? null
    : { kind: 'undo_service', project, seen };
}

const initialOf = (open: Switch) =>
  open.of === 'method'
    ? {}
    : { countries: (open.countries ?? []).join(', '), networks: (open.networks ?? []).join('\n') };

const titleOf = (open: Switch): string =>
  open.of === 'method'
    ? `Switch ${open.method.name} ${open.state} in ${open.method.project.name}`
    : `Change ${open.name}`;
