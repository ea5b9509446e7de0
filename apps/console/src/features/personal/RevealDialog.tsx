import { useMutation } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { TextArea } from '../../ui/TextArea/TextArea.tsx';

export type PersonalValue = ConsoleResult<'player'>['personal'][number];
export type Revealed = ConsoleResult<'revealPerson'>;

const LEAST = 3;

/** Asks why a masked value is needed, and reads it. */
export function RevealDialog({
  playerId,
  of: { field, payment_id, label, masked },
  onRevealed,
  onClose,
}: {
  readonly playerId: string;
  readonly of: PersonalValue;
  readonly onRevealed: (value: Revealed) => void;
  readonly onClose: () => void;
}) {
  const [because, setBecause] = useState('');
  const reveal = useMutation({
    mutationFn: () => call('revealPerson', { id: playerId, field, payment_id, because }),
    onSuccess: onRevealed,
  });
  const isReady = because.trim().length >= LEAST;
  return (
    <Dialog
      title={`Reveal the first six digits of ${label} ${masked}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={!isReady || reveal.isPending}
            onClick={() => reveal.mutate()}
          >
            Reveal
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextArea
          label="Why"
          help="It is an entry of the audit log. No names: a ticket number is enough."
          maxLength={1000}
          isFirst
          value={because}
          onValue={setBecause}
        />
        {reveal.error !== null && (
          <Note tone="red" role="alert">
            {reveal.error.message}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
