import { IconKey } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { openStep } from '../../features/step/open-step.ts';
import { StepRow } from '../../features/step/Steps.tsx';
import { tokenReads } from '../../roles.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';

type Token = ConsoleResult<'staff'>['tokens'][number];

const NEW_TOKEN = {
  seed: { kind: 'make_token' },
  about: 'New token for a script',
  currency: null,
} as const;

/** Tokens with which scripts read the API. */
export function Tokens({
  tokens,
  mayMake,
}: {
  readonly tokens: readonly Token[];
  readonly mayMake: boolean;
}) {
  const button = mayMake && <Button onClick={() => openStep(NEW_TOKEN)}>New token…</Button>;
  if (tokens.length === 0) {
    return (
      <Card title="Tokens for scripts">
        <EmptyState icon={<IconKey />} title="No token yet">
          With a token, a script of yours reads orders, events or the books.{' '}
          <a href="/docs">The API and its fields</a>
        </EmptyState>
        {button}
      </Card>
    );
  }
  return (
    <DataTable
      caption="Tokens for scripts"
      columns={COLUMNS}
      rows={tokens}
      rowKey={({ id }) => id}
      footer={
        <>
          <span>
            A token reads, and changes nothing. <a href="/docs">The API and its fields</a>
          </span>
          {button}
        </>
      }
    />
  );
}

const COLUMNS: readonly Column<Token>[] = [
  {
    key: 'name',
    head: 'Token',
    card: 'top-start',
    cell: ({ name }) => <span className="strong">{name}</span>,
  },
  {
    key: 'reads',
    head: 'Reads',
    card: 'mid-start',
    isWrapped: true,
    cell: ({ permissions }) => permissions.map((each) => tokenReads(each)).join('; '),
  },
  {
    key: 'projects',
    head: 'Projects',
    card: 'low-start',
    isWrapped: true,
    cell: ({ projects }) =>
      projects.length === 0 ? 'All projects' : projects.map(({ name }) => name).join(', '),
  },
  { key: 'by', head: 'Asked for by', cell: ({ by }) => by },
  {
    key: 'seen',
    head: 'Last used',
    card: 'low-end',
    cardLabel: 'Used',
    cell: ({ seen_at }) => (seen_at === null ? 'never' : <Time at={seen_at} as="distance" />),
  },
  { key: 'ends', head: 'Ends', cell: ({ ends_at }) => <Time at={ends_at} as="full" /> },
  {
    key: 'state',
    head: <span className="sr-only">State and steps</span>,
    align: 'end',
    card: 'mid-end',
    cell: ({ has_ended, steps, name }) =>
      has_ended ? (
        <Badge tone="grey">Ended</Badge>
      ) : (
        <StepRow steps={steps} about={{ about: `Token ${name}`, currency: null }} />
      ),
  },
];
