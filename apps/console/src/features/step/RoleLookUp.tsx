import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './Step.module.css';
import type { RequestFile } from './StepFields.tsx';
import type { Step } from './use-step.ts';

/** The other character that gets the goods: server, ID, and the name that its game knows. */
export function RoleLookUp({
  step: { draft, change },
  request,
}: {
  readonly step: Step;
  readonly request: RequestFile;
}) {
  const id = useId();
  const project = request.character.project.code;
  const wanted = { project, server_id: draft.server, cid: draft.cid.trim() };
  const look = useMutation({ mutationFn: (input: typeof wanted) => call('roleLookUp', input) });
  const isAsked = JSON.stringify(look.variables) === JSON.stringify(wanted);
  const canAsk = draft.server !== '' && wanted.cid !== '';
  return (
    <div className="stack">
      <div className={styles['role']}>
        <div className={styles['select']}>
          <label htmlFor={id}>Server</label>
          <select
            id={id}
            value={draft.server}
            onChange={(event) => change({ server: event.currentTarget.value })}
          >
            <option value="">Choose</option>
            {request.servers.map((server) => (
              <option key={server.id} value={server.id}>
                {server.name}
              </option>
            ))}
          </select>
        </div>
        <Field
          label="Character ID"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.cid}
          onValue={(cid) => change({ cid })}
        />
        {canAsk && (
          <Button isBusy={look.isPending} onClick={() => look.mutate(wanted)}>
            Look up
          </Button>
        )}
      </div>
      {isAsked && look.data !== undefined && (
        <Note tone={look.data.name === null ? 'orange' : 'green'} role="status">
          {look.data.name !== null && (
            <strong className="strong">
              <bdi>{look.data.name}</bdi>{' '}
            </strong>
          )}
          {look.data.sentence}
        </Note>
      )}
      {isAsked && look.error !== null && (
        <Note tone="red" role="alert">
          {look.error.message}
        </Note>
      )}
    </div>
  );
}
