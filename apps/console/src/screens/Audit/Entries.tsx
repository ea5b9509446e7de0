import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { ChoiceChip, Chips, TextChip } from '../../ui/Chips/Chips.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { KeyLine } from '../../ui/Keys/Keys.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { SPANS, useAuditFilter } from './audit-filter.ts';
import { auditColumns } from './audit-columns.tsx';

/** Entries of the log: every sign-in, look and change, newest first. */
export function Entries() {
  const filter = useAuditFilter();
  const navigate = useNavigate();
  const [openId, setOpenId] = useState<number | null>(null);
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useCall('audit', filter.input);
  const items = data?.items ?? [];
  return (
    <>
      <Chips count={filter.count} onClear={filter.clear}>
        <TextChip
          label="On"
          hint="Number or id"
          value={filter.value('object')}
          onChange={(value) => filter.set('object', value)}
        />
        <TextChip
          label="Who"
          hint="Name of the operator"
          value={filter.value('operator')}
          onChange={(value) => filter.set('operator', value)}
        />
        <TextChip
          label="Action"
          hint="sign_in"
          value={filter.value('action')}
          onChange={(value) => filter.set('action', value)}
        />
        <ChoiceChip
          label="Time"
          choices={SPANS}
          chosen={[filter.value('time') ?? ''].filter(Boolean)}
          onChange={([value]) => filter.set('time', value ?? null)}
        />
      </Chips>
      {error !== null && (
        <ErrorState
          title="The log could not be read."
          error={error}
          shownSince={data ? dataUpdatedAt : null}
          onAgain={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Skeleton rows={12} />}
      {data !== undefined && items.length === 0 && (
        <Card title="Entries">
          <EmptyState
            icon={<IconShieldCheck />}
            title={filter.count > 0 ? 'No entry matches' : 'No entry yet'}
            actions={filter.count > 0 && <Button onClick={filter.clear}>Clear all</Button>}
          >
            {filter.count > 0
              ? 'Names and actions must match whole.'
              : 'Sign-ins, looks at players and changes appear here.'}
          </EmptyState>
        </Card>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Audit entries"
          isDense
          hasRowKeys
          columns={auditColumns(openId, setOpenId)}
          rows={items}
          rowKey={({ id }) => String(id)}
          isStale={isPlaceholderData}
          unfolded={(entry) => (entry.id === openId ? <AuditDetail entry={entry} /> : null)}
          footer={
            <>
              <span className="grow">Newest first</span>
              {!filter.isFirstPage && (
                <Button size="small" onClick={() => void navigate(-1)}>
                  Newer
                </Button>
              )}
              {data?.next !== null && data?.next !== undefined && (
                <Button size="small" onClick={() => filter.set('after', data.next)}>
                  Older
                </Button>
              )}
            </>
          }
        />
      )}
      {items.length > 0 && (
        <KeyLine
          actions={[
            { key: 'j', label: 'next' },
            { key: 'k', label: 'before' },
            { key: 'Enter', label: 'unfold' },
          ]}
        />
      )}
    </>
  );
}
