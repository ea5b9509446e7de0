import { IconChevronDown, IconReceipt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  Link,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
  type Location,
} from 'react-router';
import { useMe } from '../../api/queries.ts';
import { seenLast } from '../../features/orders/came-from.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { KeyLine } from '../../ui/Keys/Keys.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { TabBar } from '../../ui/Tabs/Tabs.tsx';
import { useNow } from '../../ui/Time/use-now.ts';
import { ChosenBar, useChosen } from './ChosenBar.tsx';
import { FILTER_KEY, FilterBar } from './FilterBar.tsx';
import { VIEWS } from './fields.ts';
import { readAddress, requestOf, writeAddress } from './filters.ts';
import { NoneMatch } from './NoneMatch.tsx';
import styles from './Orders.module.css';
import { OrderTable, TABLE_KEYS } from './OrderTable.tsx';
import { useOrdersCsv } from './OrdersCsv.tsx';
import { Peek } from './Peek.tsx';
import { useSavedViews, ViewButton, ViewTabs } from './SavedViews.tsx';
import { countText, type ShownList } from './shown-rows.ts';
import { useOrders } from './use-orders.ts';

/** Place of the list in the history, kept in the entry's state. */
type ListPlace = {
  /** Names the reading: the drawer keeps it, a new filter or page begins another. */
  readonly visit: string;
  /** Cursors of the pages before this one; "" is the newest. */
  readonly trail: readonly string[];
};

/** Only this screen writes the state of its entries. */
function placeOf({ key, state }: Location): ListPlace {
  const kept = state as Partial<ListPlace> | null;
  return { visit: kept?.visit ?? key, trail: kept?.trail ?? [] };
}

/** The order list: views, filters, pages and the drawer stand in the address. */
export function Orders() {
  const location = useLocation();
  const [params] = useSearchParams();
  const client = useQueryClient();
  const address = readAddress(params);
  const { view, filters, project, after, open } = address;
  const place = placeOf(location);
  const now = useNow();
  const request = requestOf(address, now);
  const csv = useOrdersCsv(requestOf({ ...address, after: null }, now));
  const { query: orders, showNewer } = useOrders(place.visit, request);
  const { go, peek } = useMoves();
  const chosen = useChosen(place.visit, orders.data?.rows ?? []);
  const me = useMe();
  const hasFilters = Object.keys(filters).length > 0;
  const saved = useSavedViews(address);
  useRowOfBefore(place, orders.data);
  const projectName = me.projects.find(({ code }) => code === project)?.name ?? project;
  return (
    <Page
      title="Orders"
      note={orders.data && !orders.isPlaceholderData && countText(orders.data)}
      actions={csv.button}
    >
      <TabBar label="Views">
        {VIEWS.map((each) => {
          const isCurrent = each.view === view && !hasFilters;
          return (
            <Link
              key={each.view}
              to={{ search: writeAddress({ view: each.view, project }) }}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {each.label}
            </Link>
          );
        })}
        <ViewTabs views={saved.views} current={saved.current} />
      </TabBar>
      <FilterBar
        view={view}
        filters={filters}
        project={projectName}
        onFilters={(changed) => go({ view, filters: changed, project })}
        onClearView={() => go({ filters, project })}
        onClearProject={() => go({ view, filters })}
      />
      <ViewButton current={saved.current} unsaved={saved.unsaved} />
      {csv.result}
      <ChosenBar chosen={chosen} />
      <Reading
        query={orders}
        failed="The list could not be read."
        skeletonRows={12}
        onStop={() => void client.cancelQueries({ queryKey: ['orders list', place.visit] })}
      >
        {(list) => {
          if (list.rows.length === 0) {
            return hasFilters || after !== null ? (
              <NoneMatch address={address} onGo={go} />
            ) : (
              <NoneYet view={view} />
            );
          }
          return (
            <div className={styles['split']} data-open={open !== null || undefined}>
              <OrderTable
                list={list}
                isStale={orders.isPlaceholderData}
                visit={place.visit}
                address={`${location.pathname}${writeAddress({ ...address, open: null })}`}
                open={open}
                chosen={chosen}
                onPeek={(id) => peek(id === open ? null : id)}
                banner={list.held.length > 0 && <Held list={list} onShow={showNewer} />}
                footer={
                  <Pages
                    list={list}
                    place={place}
                    hasBefore={after !== null}
                    onPage={(cursor, trail) => go({ ...address, open: null, after: cursor }, trail)}
                  />
                }
              />
              {open !== null && <Peek key={open} id={open} onClose={() => peek(null)} />}
            </div>
          );
        }}
      </Reading>
      {orders.data !== undefined && orders.data.rows.length > 0 && (
        <KeyLine actions={[...TABLE_KEYS, FILTER_KEY]} />
      )}
    </Page>
  );
}

function useMoves() {
  const navigate = useNavigate();
  const location = useLocation();
  const [params] = useSearchParams();
  return {
    go: (next: Parameters<typeof writeAddress>[0], trail: readonly string[] = []): void => {
      void navigate({ search: writeAddress(next) }, { state: { trail } });
    },
    peek: (id: string | null): void => {
      const search = writeAddress({ ...readAddress(params), open: id });
      const state: ListPlace = placeOf(location);
      void navigate({ search }, { replace: true, state, preventScrollReset: true });
    },
  };
}

/** Back from an order: the focus returns to its row. */
function useRowOfBefore({ visit }: ListPlace, list: ShownList | undefined): void {
  const navigation = useNavigationType();
  const isDone = useRef(false);
  useEffect(() => {
    const id = seenLast(visit);
    if (isDone.current || list === undefined) return;
    isDone.current = true;
    if (navigation !== NavigationType.Pop || id === null) return;
    document
      .querySelector<HTMLElement>(`[data-row-link="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true });
  }, [visit, list, navigation]);
}

function Held({ list, onShow }: { readonly list: ShownList; readonly onShow: () => void }) {
  const count = list.held.length;
  return (
    <div role="status">
      <button type="button" className={styles['held']} onClick={onShow}>
        <IconChevronDown aria-hidden />
        {count >= 50 ? '50 or more' : count} newer {count === 1 ? 'order' : 'orders'}
      </button>
    </div>
  );
}

function Pages({
  list,
  place: { trail },
  hasBefore,
  onPage,
}: {
  readonly list: ShownList;
  readonly place: ListPlace;
  readonly hasBefore: boolean;
  readonly onPage: (cursor: string | null, trail: readonly string[]) => void;
}) {
  const [params] = useSearchParams();
  const first = trail.length * 50 + 1;
  const isPlaceKnown = !hasBefore || trail.length > 0;
  const last = first + list.rows.length - 1;
  return (
    <>
      <span className="grow num">
        {isPlaceKnown ? `${first}–${last} of ` : 'Of '}
        {countText(list)}, newest first
      </span>
      <Button
        size="small"
        disabled={!hasBefore}
        onClick={() => onPage(trail.at(-1) || null, trail.slice(0, -1))}
      >
        {hasBefore && trail.length === 0 ? 'Newest' : 'Newer'}
      </Button>
      <Button
        size="small"
        disabled={list.next === null}
        onClick={() => onPage(list.next, [...trail, params.get('after') ?? ''])}
      >
        Older
      </Button>
    </>
  );
}

const NONE_YET: Readonly<Record<(typeof VIEWS)[number]['view'], string>> = {
  all: 'Orders appear here within ten seconds of their making.',
  unresolved: 'Every gateway has answered about every payment.',
  undelivered: 'Every paid order has its mail in the game.',
  declined: 'No bank has refused a payment.',
  money_back: 'No money went back, and none is on its way.',
  disputed: 'No gateway has told of a dispute.',
};

function NoneYet({ view }: { readonly view: keyof typeof NONE_YET }) {
  return (
    <div className={styles['none']}>
      <EmptyState
        icon={<IconReceipt />}
        tone={view === 'all' ? 'grey' : 'green'}
        title="No orders here"
      >
        {NONE_YET[view]}
      </EmptyState>
    </div>
  );
}
