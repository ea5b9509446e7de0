import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { ADDS_PASSKEY, removesPasskey } from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { meQuery, useMe } from '../../api/queries.ts';
import { addPasskey, hasPasskeys } from '../../api/passkey.ts';
import { ConfirmBar } from '../../features/step/ConfirmBar.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Time } from '../../ui/Time/Time.tsx';

type Passkey = ConsoleResult<'mySecurity'>['passkeys'][number];

export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [opened, setOpened] = useState<'add' | Passkey | null>(null);
  const close = (): void => setOpened(null);
  const columns: readonly Column<Passkey>[] = [
    {
      key: 'name',
      head: 'Name',
      card: 'top-start',
      cell: ({ name }) => <span className="strong">{name}</span>,
    },
    {
      key: 'added',
      head: 'Added',
      card: 'mid-start',
      cardLabel: 'Added',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'used',
      head: 'Last used',
      card: 'low-start',
      cardLabel: 'Last used',
      cell: ({ used_at }) => (used_at === null ? 'never' : <Time at={used_at} as="distance" />),
    },
    {
      key: 'do',
      head: <span className="sr-only">Do</span>,
      align: 'end',
      card: 'top-end',
      cell: (passkey) => (
        <Button
          size="small"
          aria-label={`Remove the passkey ${passkey.name}`}
          onClick={() => setOpened(passkey)}
        >
          Remove
        </Button>
      ),
    },
  ];
  const add = hasPasskeys() && (
    <Button look="primary" icon={<IconFingerprint aria-hidden />} onClick={() => setOpened('add')}>
      Add a passkey
    </Button>
  );
  return (
    <section className="stack" aria-labelledby="passkeys">
      <div className="row">
        <h2 id="passkeys" className="grow">
          Passkeys
        </h2>
        {passkeys.length > 0 && add}
      </div>
      {passkeys.length === 0 ? (
        <Card title="No passkey">
          <EmptyState
            icon={<IconFingerprint />}
            tone="blue"
            title="Sign in without a password"
            actions={add}
          >
            {hasPasskeys()
              ? 'It signs you in by fingerprint, face or a security key, without password and code.'
              : 'This browser knows no passkeys, or the address is not secure.'}
          </EmptyState>
        </Card>
      ) : (
        <DataTable caption="Passkeys" columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      )}
      {opened === 'add' && <AddPasskey onClose={close} />}
      {opened !== null && opened !== 'add' && <RemovePasskey passkey={opened} onClose={close} />}
    </section>
  );
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const { has_second_factor: needsProof } = useMe();
  const add = useMutation({
    mutationFn: async (prove: (planHash: string) => Promise<StepUp>) =>
      addPasskey(name.trim(), needsProof ? await prove(ADDS_PASSKEY) : null),
    onSuccess: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      return queries.invalidateQueries({ queryKey: ['mySecurity'] });
    },
  });
  return (
    <Dialog
      title="Add a passkey"
      onClose={onClose}
      footer={
        <ConfirmBar
          label={add.isPending ? 'Waiting for the device' : 'Continue'}
          look="primary"
          needsProof={needsProof}
          blocked={name.trim() === '' ? 'Name the passkey.' : null}
          isBusy={add.isPending}
          onConfirm={(prove) => add.mutate(prove)}
        >
          <Button onClick={onClose}>Cancel</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        {add.error !== null && (
          <Note tone="red" role="alert">
            {add.error.message}
          </Note>
        )}
        <Field
          label="Name"
          help="Tells your passkeys apart: office key, phone."
          required
          maxLength={64}
          value={name}
          onValue={setName}
        />
        {needsProof && (
          <p className="muted small">
            It signs in like you, so the console asks for a code of your app, or for an older
            passkey.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function RemovePasskey({
  passkey: { id, name },
  onClose,
}: {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async (prove: (planHash: string) => Promise<StepUp>) =>
      call('removePasskey', { id, step_up: await prove(removesPasskey(id)) }),
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['mySecurity'] });
    },
  });
  return (
    <Dialog
      title={`Remove the passkey ${name}`}
      onClose={onClose}
      footer={
        <ConfirmBar
          label="Remove"
          look="danger"
          needsProof
          blocked={null}
          isBusy={remove.isPending}
          onConfirm={(prove) => remove.mutate(prove)}
        >
          <Button onClick={onClose}>Keep it</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        {remove.error !== null && (
          <Note tone="red" role="alert">
            {remove.error.message}
          </Note>
        )}
        <p>It signs in no more. Password and code still do.</p>
        <p className="muted small">The console asks for a code of your app, or for a passkey.</p>
      </div>
    </Dialog>
  );
}
