import type { ActionSeed } from '@webpay/contract/console/action-seed';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import { PreviewDialog } from '../preview/PreviewDialog.tsx';
import { ConfirmBar } from './ConfirmBar.tsx';
import type { OpenStep } from './open-step.ts';
import { previewOf } from './publish-draft.ts';
import { StepFields, type RequestFile } from './StepFields.tsx';
import { StepPlan } from './StepPlan.tsx';
import { isDanger, labelOf } from './step-text.ts';
import { type Result, useStep } from './use-step.ts';

/** The dialog of every step. A step of a request reads the request first. */
export function StepDialog({
  open,
  onClose,
}: {
  readonly open: OpenStep;
  readonly onClose: () => void;
}) {
  const { request_id: id = '' } = open.seed;
  const request = useCall('request', { id }, { isEnabled: id !== '' });
  if (id === '') return <StepOf open={open} request={null} onClose={onClose} />;
  if (request.data !== undefined) {
    return <StepOf open={open} request={request.data} onClose={onClose} />;
  }
  return (
    <Dialog title={open.about} onClose={onClose}>
      {request.error === null ? (
        <Skeleton rows={4} />
      ) : (
        <ErrorState
          title="The request could not be read."
          error={request.error}
          onAgain={() => void request.refetch()}
        />
      )}
    </Dialog>
  );
}

function StepOf({
  open,
  request,
  onClose,
}: {
  readonly open: OpenStep;
  readonly request: RequestFile | null;
  readonly onClose: () => void;
}) {
  const { seed, about } = open;
  const currency = request?.total.currency ?? open.currency;
  const step = useStep(seed, { currency, initial: initialOf(seed, request) });
  const [isPreviewed, setIsPreviewed] = useState(false);
  const shown = previewOf(step.action);
  if (step.result !== null) return <Ended about={about} result={step.result} onClose={onClose} />;
  return (
    <Dialog
      title={step.plan?.title ?? about}
      onClose={onClose}
      footer={
        <ConfirmBar
          label={labelOf(step)}
          look={isDanger(seed.kind) ? 'danger' : 'primary'}
          needsProof={step.plan?.needs.step_up ?? false}
          blocked={step.blocked}
          isBusy={step.isBusy}
          onConfirm={(prove) => void step.confirm(prove)}
        >
          {shown !== null && <Button onClick={() => setIsPreviewed(true)}>Preview…</Button>}
          <Button onClick={onClose}>Cancel</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        <p className="muted small">
          <bdi>{about}</bdi>
        </p>
        <StepFields step={step} request={request} />
        <StepPlan step={step} />
      </div>
      {isPreviewed && shown !== null && (
        <PreviewDialog
          project={shown.project}
          asked={{ action: shown }}
          onClose={() => setIsPreviewed(false)}
        />
      )}
    </Dialog>
  );
}

const initialOf = (
  { kind, roles = [], projects = [] }: ActionSeed,
  request: RequestFile | null,
) => ({
  because: request?.answers.find((answer) => answer.kind === kind)?.text ?? '',
  roles,
  projects,
});

function Ended({
  about,
  result,
  onClose,
}: {
  readonly about: string;
  readonly result: Result;
  readonly onClose: () => void;
}) {
  const isWaiting = result.state === 'waits';
  return (
    <Dialog
      title={isWaiting ? 'It waits for a second person' : 'Done'}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        <p className="muted small">
          <bdi>{about}</bdi>
        </p>
        <Note tone={isWaiting ? 'violet' : 'green'} role="status">
          {result.sentence}
        </Note>
        {isWaiting && (
          <p>
            <ConsoleLink to={`/refunds?tab=another&open=${result.approval_id}`} onClick={onClose}>
              Look at the waiting step
            </ConsoleLink>
          </p>
        )}
      </div>
    </Dialog>
  );
}
