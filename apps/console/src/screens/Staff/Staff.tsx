import { IconCheck, IconUserShield } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import {
  CONSOLE_ROLES,
  type ConsoleRole,
  type Permission,
  PERMISSIONS,
} from '@webpay/contract/console/permissions';
import { useCall, useMe } from '../../api/queries.ts';
import { openStep } from '../../features/step/open-step.ts';
import { StepRow } from '../../features/step/Steps.tsx';
import { roleName } from '../../roles.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Staff.module.css';
import { Tokens } from './Tokens.tsx';

const INVITATION = {
  seed: { kind: 'invite_operator' },
  about: 'New operator',
  currency: null,
} as const;
type Person = ConsoleResult<'staff'>['items'][number];

/** People, their roles, and the permissions of each role. */
export function Staff() {
  const { data, error, refetch, dataUpdatedAt } = useCall('staff', {});
  const me = useMe();
  const count = data?.items.length ?? 0;
  return (
    <Page
      title="Staff"
      note={data && `${count} ${count === 1 ? 'person' : 'people'}`}
      actions={
        data?.may_invite === true && (
          <Button look="primary" onClick={() => openStep(INVITATION)}>
            Invite…
          </Button>
        )
      }
    >
      {error !== null && (
        <ErrorState
          title="The list could not be read."
          error={error}
          shownSince={data ? dataUpdatedAt : null}
          onAgain={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && count === 0 && (
        <Card title="People">
          <EmptyState icon={<IconUserShield />} title="No operator yet">
            The command <code>npm run operator -- --help</code> says how to invite one.
          </EmptyState>
        </Card>
      )}
      {data !== undefined && count > 0 && (
        <DataTable
          caption="People"
          columns={columnsFor(me.id)}
          rows={data.items}
          rowKey={({ id }) => id}
          footer={
            <span>
              Each change of people needs a second person. The command <code>npm run operator</code>{' '}
              makes the same changes.
            </span>
          }
        />
      )}
      {data !== undefined && <Tokens tokens={data.tokens} mayMake={data.may_invite} />}
      <RoleTable />
    </Page>
  );
}

function columnsFor(own: string): readonly Column<Person>[] {
  return [
    {
      key: 'who',
      head: 'Who',
      card: 'top-start',
      cell: ({ id, name }) => (
        <span className={styles['who']}>
          <Avatar name={name} />
          <span className="strong">{name}</span>
          {id === own && <span className="muted">you</span>}
        </span>
      ),
    },
    {
      key: 'role',
      head: 'Role',
      card: 'top-end',
      cell: ({ roles }) => (
        <span className={styles['roles']}>
          {roles.map((role) => (
            <Badge key={role} tone="violet" isPlain>
              {roleName(role)}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'projects',
      head: 'Projects',
      card: 'mid-start',
      isWrapped: true,
      cell: ({ projects }) =>
        projects.length === 0 ? 'All projects' : projects.map(({ name }) => name).join(', '),
    },
    {
      key: 'passkeys',
      head: 'Signs in with',
      card: 'low-start',
      cell: ({ passkeys }) =>
        passkeys === 0 ? 'password and code' : `passkey${passkeys === 1 ? '' : ` ×${passkeys}`}`,
    },
    {
      key: 'seen',
      head: 'Last seen',
      card: 'low-end',
      cardLabel: 'Seen',
      cell: ({ seen_at }) => (seen_at === null ? 'never' : <Time at={seen_at} as="distance" />),
    },
    {
      key: 'sessions',
      head: 'Sessions',
      align: 'end',
      cell: ({ sessions }) => sessions,
    },
    {
      key: 'state',
      head: <span className="sr-only">State and steps</span>,
      align: 'end',
      card: 'mid-end',
      isWrapped: true,
      cell: (person) => (
        <>
          <State person={person} />{' '}
          <StepRow steps={person.steps} about={{ about: person.name, currency: null }} />
        </>
      ),
    },
  ];
}

function State({ person: { is_disabled, passkeys } }: { readonly person: Person }) {
  if (is_disabled) return <Badge tone="grey">Removed</Badge>;
  return passkeys === 0 ? <Badge tone="yellow">No passkey</Badge> : null;
}

const MAY: Record<Permission, string> = {
  'order.read': 'See orders, payments and timelines',
  'player.read': 'See characters, their money and mails',
  search: 'Search by anything',
  'order.ask': 'Ask a gateway now',
  'delivery.retry': 'Send waiting mails and messages of webhooks now',
  'delivery.settle': 'Settle parked and refused mails',
  'note.write': 'Write notes',
  'request.decide': 'Decide requests of players',
  'refund.create': 'Pay back',
  'refund.again': 'Send a refused refund again',
  'player.flag': 'Stop and allow the orders of a character',
  'player.logout': 'Log a character out',
  'person.reveal': 'Reveal masked values of a player',
  'person.export': 'Export the data of a player',
  'person.erase': 'Erase the data of a player',
  'message.settle': 'Settle results that do not fit',
  'chargeback.confirm': 'Confirm chargebacks',
  'event.read': 'See events, their odds and results, and try rules out',
  'service.switch': 'Open and close projects, switch webhooks, and make test calls',
  'channel.switch': 'Switch ways to pay on and off',
  'catalogue.read': 'Read prices and versions of the catalogue',
  'publish.money': 'Publish prices',
  'publish.rollback': 'Roll the catalogue back',
  'books.read': 'Read the reconciliation and the balances',
  'books.settle': 'Settle differences to statements, and compare a day again',
  'settlement.read': 'Read the settlement and save it as CSV',
  'settlement.close': 'Close a month of the settlement',
  'staff.read': 'See staff and roles',
  'staff.write': 'Invite operators, change and remove them, and make tokens and webhooks',
  'audit.read': 'Read and check the audit log',
};

function RoleTable() {
  return (
    <Card title="Permissions of the roles" isPadded={false}>
      <div className={styles['scroll']}>
        <table className={styles['matrix']}>
          <caption className="sr-only">Permissions of the roles</caption>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {CONSOLE_ROLES.map((role) => (
                <th key={role} scope="col">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(Object.keys(PERMISSIONS) as Permission[]).map((permission) => (
              <tr key={permission}>
                <th scope="row">{MAY[permission]}</th>
                {CONSOLE_ROLES.map((role) => (
                  <td key={role}>
                    <Mark isGiven={isGiven(permission, role)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function isGiven(permission: Permission, role: ConsoleRole): boolean {
  const roles: readonly ConsoleRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}

function Mark({ isGiven: given }: { readonly isGiven: boolean }) {
  return (
    <span className={given ? styles['yes'] : styles['no']}>
      <span className="sr-only">{given ? 'yes' : 'no'}</span>
      {given ? <IconCheck size={17} aria-hidden /> : <span aria-hidden="true">–</span>}
    </span>
  );
}
