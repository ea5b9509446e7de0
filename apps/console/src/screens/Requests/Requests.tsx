import { IconInbox } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { useOpen } from '../../router/use-open.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { ChoiceChip, Chips } from '../../ui/Chips/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { KeyLine } from '../../ui/Keys/Keys.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Split } from '../../ui/Split/Split.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';
import { RequestTable } from './RequestTable.tsx';

const KINDS = [
  { value: 'refund', label: 'Money back' },
  { value: 'wrong_recharge', label: 'Wrong character' },
] as const;

/** Requests of players: the queue, and the one that is decided now. */
export function Requests() {
  const { state, kind, setKind, list } = useRequests();
  const open = useOpen();
  const [said, setSaid] = useState<string | null>(null);
  const items = list.data?.items ?? [];
  const onDecided = (id: string, sentence: string): void => {
    setSaid(sentence);
    open.set(nextOf(items, id));
  };
  return (
    <Page
      title="Requests of players"
      note={state === 'open' && list.data ? `${list.data.count} open, the oldest first` : undefined}
    >
      <Tabs
        label="Requests"
        name="state"
        tabs={[
          { value: 'open', label: 'Open', count: state === 'open' ? list.data?.count : undefined },
          { value: 'decided', label: 'Decided' },
        ]}
      />
      <Chips count={kind === undefined ? 0 : 1} onClear={() => setKind(undefined)}>
        <ChoiceChip
          label="Kind"
          choices={KINDS}
          chosen={kind === undefined ? [] : [kind]}
          onChange={([value]) => setKind(value)}
        />
      </Chips>
      {said !== null && (
        <Note tone="green" role="status">
          {said}
        </Note>
      )}
      <Split
        drawer={
          open.id === null ? null : (
            <RequestDrawer
              key={open.id}
              id={open.id}
              onClose={() => open.set(null)}
              onDecided={onDecided}
            />
          )
        }
      >
        <Reading query={list} failed="The requests could not be read.">
          {(data) =>
            data.items.length === 0 ? (
              <None state={state} />
            ) : (
              <>
                <RequestTable data={data} openId={open.id} addressOf={open.addressOf} />
                {data.next !== null && (
                  <p className="muted small">
                    The list has {data.count} requests; these are the first {data.items.length}.
                  </p>
                )}
                <KeyLine actions={KEY_LINE} />
              </>
            )
          }
        </Reading>
      </Split>
    </Page>
  );
}

const KEY_LINE = [
  { key: 'j k', label: 'row' },
  { key: 'Enter', label: 'open' },
  { key: '1 2 3', label: 'choose' },
  { key: 'Mod+Enter', label: 'decide' },
] as const;

type Items = ConsoleResult<'requests'>['items'];

/** The request below the decided one, else the first that is left. */
function nextOf(items: Items, id: string): string | null {
  const at = items.findIndex((item) => item.id === id);
  const left = items.filter((item) => item.id !== id);
  return (left[at] ?? left[0])?.id ?? null;
}

function useRequests() {
  const project = useProject();
  const [params, setParams] = useSearchParams();
  const state: 'open' | 'decided' = params.get('state') === 'decided' ? 'decided' : 'open';
  const kind = KINDS.find(({ value }) => value === params.get('kind'))?.value;
  const list = useCall(
    'requests',
    {
      state,
      limit: '100',
      ...(project === null ? {} : { project }),
      ...(kind === undefined ? {} : { kind }),
    },
    { everyMs: 30_000 },
  );
  const setKind = (value: string | undefined): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('open');
      if (value === undefined) next.delete('kind');
      else next.set('kind', value);
      return next;
    });
  return { state, kind, setKind, list };
}

function None({ state }: { readonly state: 'open' | 'decided' }) {
  return (
    <Card title="Requests">
      <EmptyState
        icon={<IconInbox />}
        tone={state === 'open' ? 'green' : 'grey'}
        title={state === 'open' ? 'No request waits' : 'No request was decided'}
      >
        {state === 'open'
          ? 'Players ask on the page of their order. New requests appear here.'
          : 'Decided requests stay here, with the answer that the player read.'}
      </EmptyState>
    </Card>
  );
}
