import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useEvery } from '../../api/connection.ts';
import { useIsLeft } from '../../api/use-is-left.ts';
import { cameFrom, neighbours, orderState, rememberSeen } from '../../features/orders/came-from.ts';
import { MoneyTable } from '../../features/orders/MoneyTable/MoneyTable.tsx';
import { WhyCard } from '../../features/orders/WhyCard/WhyCard.tsx';
import { PersonalCard } from '../../features/personal/PersonalCard.tsx';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import { NotesCard } from '../../features/step/NotesCard.tsx';
import { StepsCard } from '../../features/step/Steps.tsx';
import { useWithProject } from '../../router/address.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { Key, KeyLine } from '../../ui/Keys/Keys.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Page } from '../../ui/Page/Page.tsx';
import { useSaid } from '../../ui/Said/Said.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import { COPY_RESULTS, CopyAnswer } from './CopyAnswer.tsx';
import { Facts } from './Facts.tsx';
import { Goods } from './Goods.tsx';
import styles from './Order.module.css';
import { Numbers } from './Numbers.tsx';
import type { OrderFile } from './order-file.ts';
import { Recipient } from './Recipient.tsx';
import { Timeline } from './Timeline.tsx';
import { Track } from './Track.tsx';
import { useAnswer } from './use-answer.ts';

const LIVE_MS = 5000;
const QUIET_MS = 60_000;

/** All facts of a purchase; the open problem comes first. */
export function Order() {
  const { id = '' } = useParams();
  const order = useOrder(id);
  const client = useQueryClient();
  return (
    <OrderOf
      key={id}
      id={id}
      order={order}
      onStop={() => void client.cancelQueries({ queryKey: ['order', { id }] })}
    />
  );
}

/** Read when it moves; without the stream of changes, every 5 s while something is still to come. */
function useOrder(id: string): UseQueryResult<OrderFile> {
  const isLeft = useIsLeft();
  const liveMs = useEvery(LIVE_MS);
  return useQuery({
    queryKey: ['order', { id }],
    queryFn: ({ signal }) => call('order', { id }, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      if (isLeft || (error !== null && data === undefined)) return false;
      return data !== undefined && isSettled(data) ? QUIET_MS : liveMs;
    },
    staleTime: 0,
  });
}

const isSettled = ({ track, explain }: OrderFile): boolean =>
  explain.next.length === 0 && track.every(({ state }) => state !== 'now');

function OrderOf({
  id,
  order,
  onStop,
}: {
  readonly id: string;
  readonly order: UseQueryResult<OrderFile>;
  readonly onStop: () => void;
}) {
  const { data } = order;
  const answer = useAnswer(id, data?.lang);
  const beside = useWay(id);
  const hasChanged = useHasChanged(data?.explain.sentence);
  return (
    <Page
      title={data ? moneyText(data.total) : 'Order'}
      tabTitle={data ? data.order_no : 'Order'}
      crumbs={
        <>
          <ConsoleLink to={beside?.address ?? '/orders'}>Orders</ConsoleLink> ›{' '}
          <span aria-current="page">{data?.order_no ?? id}</span>
          {beside !== null && (
            <span className={styles['beside']}>
              <Key name="j" /> <Key name="k" /> {beside.place} of {beside.count} in the list
            </span>
          )}
        </>
      }
      badges={data && <Badges badges={data.explain.badges} />}
      actions={
        data && (
          <>
            <CopyAnswer answer={answer} label="Copy answer" look="primary" />
            <span role="status" className="sr-only">
              {answer.result !== null && `${COPY_RESULTS[answer.result]}: answer for the player`}
            </span>
          </>
        )
      }
    >
      <Reading
        query={order}
        failed="The order could not be read."
        skeletonRows={12}
        onStop={onStop}
        missing={
          <Missing
            title={`There is no order ${id}`}
            actions={<ConsoleLink to="/orders">All orders</ConsoleLink>}
          >
            The address is wrong, or the order is of a project that you do not see.
          </Missing>
        }
      >
        {(file) => <Content file={file} answer={answer} hasChanged={hasChanged} />}
      </Reading>
    </Page>
  );
}

function Content({
  file,
  answer,
  hasChanged,
}: {
  readonly file: OrderFile;
  readonly answer: ReturnType<typeof useAnswer>;
  readonly hasChanged: boolean;
}) {
  const { said, copy } = useSaid();
  const about = {
    about: `${file.order_no} · ${file.character.name} · ${moneyText(file.total)}`,
    currency: file.total.currency,
  };
  useKeys('Order', [
    { key: 'y', label: 'Copy the order number', run: () => copy(file.order_no) },
    { key: 'c', label: 'Copy the answer', run: () => void answer.copy() },
  ]);
  return (
    <>
      <Facts file={file} />
      {said}
      <Track track={file.track} now={file.now} />
      <WhyCard
        explain={file.explain}
        now={file.now}
        hasChanged={hasChanged}
        about={about}
        copyAnswer={<CopyAnswer answer={answer} label="Copy the answer for the player" />}
      />
      <div className={styles['columns']}>
        <div className="stack">
          <Timeline timeline={file.timeline} now={file.now} />
          <Goods goods={file.goods} />
        </div>
        <div className="stack">
          <AnswerCard answer={answer} ownLang={file.lang} />
          <StepsCard steps={file.steps} about={about} />
          <NotesCard notes={file.notes} steps={file.steps} about={about} now={file.now} />
          <MoneyTable money={file.money} />
          <Recipient file={file} />
          <PersonalCard playerId={file.character.player_id} values={file.personal} />
          <Numbers file={file} />
        </div>
      </div>
      <KeyLine actions={KEY_LINE} />
    </>
  );
}

const KEY_LINE = [
  { key: 'y', label: 'copy number' },
  { key: 'c', label: 'copy answer' },
  { key: 'r', label: 'pay back' },
  { key: 'a', label: 'ask the gateway' },
  { key: 'n', label: 'note' },
  { key: 'j k', label: 'next, previous' },
  { key: 'Esc', label: 'back' },
] as const;

/** Keys that leave the order: along the list that it was opened from, or back to it. */
function useWay(id: string) {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const withProject = useWithProject();
  const from = cameFrom(state);
  const beside = neighbours(from, id);
  useEffect(() => {
    if (from !== null) rememberSeen(from.visit, id);
  }, [from, id]);
  const open = (to: string | null | undefined): void => {
    if (from === null || to === null || to === undefined) return;
    // Back leads to the list, however many orders were passed.
    void navigate(withProject(`/orders/${to}`), { replace: true, state: orderState(from) });
  };
  useKeys('Way', [
    { key: 'j', label: 'Next order of the list', run: () => open(beside?.next) },
    { key: 'k', label: 'Previous order of the list', run: () => open(beside?.previous) },
    {
      key: 'Escape',
      label: 'Back to the list',
      run: () => void (from === null ? navigate(withProject('/orders')) : navigate(-1)),
    },
  ]);
  return beside;
}

/** True once the sentence differs from the first one. */
function useHasChanged(sentence: string | undefined): boolean {
  const [first, setFirst] = useState(sentence);
  if (first === undefined && sentence !== undefined) setFirst(sentence);
  return first !== undefined && sentence !== first;
}
