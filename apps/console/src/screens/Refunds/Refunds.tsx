import { useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useProject } from '../../router/address.ts';
import { Page } from '../../ui/Page/Page.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { Approvals } from './Approvals.tsx';
import { RefundList, type RefundState } from './RefundList.tsx';

const LISTS: readonly { readonly value: RefundState; readonly label: string }[] = [
  { value: 'pending', label: 'On their way' },
  { value: 'refused', label: 'Refused' },
  { value: 'owed', label: 'Owed' },
  { value: 'done', label: 'Went back' },
];

/** Money that goes back: steps that wait for a second person, then every refund by its state. */
export function Refunds() {
  const project = useProject();
  const [params] = useSearchParams();
  const approvals = useCall('approvals', project === null ? {} : { project }, { everyMs: 15_000 });
  const items = approvals.data?.items ?? [];
  const waiting = items.filter(({ state }) => state === 'waiting');
  const own = waiting.filter(({ why_not: whyNot }) => whyNot === null);
  const tab = params.get('tab');
  const list = LISTS.find(({ value }) => value === tab);
  return (
    <Page title="Refunds">
      <Tabs
        label="Refunds"
        name="tab"
        tabs={[
          { value: 'me', label: 'Wait for me', count: approvals.data && own.length },
          {
            value: 'another',
            label: 'For another',
            count: approvals.data && waiting.length - own.length,
          },
          ...LISTS,
        ]}
      />
      {list === undefined ? (
        <Approvals query={approvals} isForMe={tab !== 'another'} />
      ) : (
        <RefundList key={list.value} state={list.value} />
      )}
    </Page>
  );
}
