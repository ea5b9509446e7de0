import { IconBuilding } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import {
  LINKS_COMPANY_ACCOUNT,
  UNLINKS_COMPANY_ACCOUNT,
} from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { visitToLink } from '../../api/company-account.ts';
import { ConfirmBar } from '../../features/step/ConfirmBar.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Time } from '../../ui/Time/Time.tsx';

type Account = NonNullable<ConsoleResult<'mySecurity'>['company_account']>;

/** The own account of the provider, which signs in without a password of the console. */
export function CompanyAccount({
  account: { label, linked },
  mayChange,
}: {
  readonly account: Account;
  /** False: the session has no second factor. */
  readonly mayChange: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <Card title={label}>
      <div className="row">
        <p className="grow">
          {linked === null ? (
            'Not linked. A linked account signs you in.'
          ) : (
            <>
              Linked <Time at={linked.created_at} />, last used{' '}
              {linked.used_at === null ? 'never' : <Time at={linked.used_at} as="distance" />}.
            </>
          )}
        </p>
        {mayChange && (
          <Button icon={<IconBuilding aria-hidden />} onClick={() => setIsOpen(true)}>
            {linked === null ? 'Link' : 'Unlink'}
          </Button>
        )}
      </div>
      {isOpen && linked === null && <LinkAccount label={label} onClose={close} />}
      {isOpen && linked !== null && <UnlinkAccount label={label} onClose={close} />}
    </Card>
  );
}

type Props = { readonly label: string; readonly onClose: () => void };

function LinkAccount({ label, onClose }: Props) {
  const link = useMutation({
    mutationFn: async (prove: (planHash: string) => Promise<StepUp>) =>
      visitToLink(await prove(LINKS_COMPANY_ACCOUNT)),
  });
  return (
    <Dialog
      title={`Link ${label}`}
      onClose={onClose}
      footer={
        <ConfirmBar
          label="Continue"
          look="primary"
          needsProof
          blocked={null}
          isBusy={link.isPending || link.isSuccess}
          onConfirm={(prove) => link.mutate(prove)}
        >
          <Button onClick={onClose}>Cancel</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        {link.error !== null && (
          <Note tone="red" role="alert">
            {link.error.message}
          </Note>
        )}
        <p>You sign in at the provider now. Later this account signs you in here.</p>
        <p className="muted small">The console asks for a code of your app, or for a passkey.</p>
      </div>
    </Dialog>
  );
}

function UnlinkAccount({ label, onClose }: Props) {
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: async (prove: (planHash: string) => Promise<StepUp>) =>
      call('unlinkCompanyAccount', { step_up: await prove(UNLINKS_COMPANY_ACCOUNT) }),
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: ['mySecurity'] });
    },
  });
  return (
    <Dialog
      title={`Unlink ${label}`}
      onClose={onClose}
      footer={
        <ConfirmBar
          label="Unlink"
          look="danger"
          needsProof
          blocked={null}
          isBusy={unlink.isPending}
          onConfirm={(prove) => unlink.mutate(prove)}
        >
          <Button onClick={onClose}>Keep it</Button>
        </ConfirmBar>
      }
    >
      <div className="stack">
        {unlink.error !== null && (
          <Note tone="red" role="alert">
            {unlink.error.message}
          </Note>
        )}
        <p>It signs in no more. Passkeys, password and code still do.</p>
        <p className="muted small">The console asks for a code of your app, or for a passkey.</p>
      </div>
    </Dialog>
  );
}
