import { IconFilter } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { useNow } from '../../ui/Time/use-now.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { FIELD_NAMES, fieldOf, VIEWS } from './fields.ts';
import { type OrdersAddress, requestOf, valueText, withFilter } from './filters.ts';
import styles from './Orders.module.css';
import { countText } from './shown-rows.ts';

/** No order matches: says which filters stand, and which of them alone keeps orders out. */
export function NoneMatch({
  address,
  onGo,
}: {
  readonly address: OrdersAddress;
  readonly onGo: (next: Partial<OrdersAddress>) => void;
}) {
  const { view, filters, project } = address;
  const now = useNow();
  const ways = FIELD_NAMES.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const wider: OrdersAddress = {
      view,
      project,
      filters: withFilter(filters, name, null),
      after: null,
      open: null,
    };
    return [{ name, words: `${fieldOf(name).label} ${valueText(name, value)}`, wider }];
  });
  const counts = useQueries({
    queries: ways.map(({ wider }) => {
      const request = { ...requestOf(wider, now), limit: '1' };
      return {
        queryKey: ['orders', request],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          call('orders', request, { signal }),
        staleTime: 60_000,
      };
    }),
  });
  const useful = ways.flatMap((way, index) => {
    const found = counts[index]?.data;
    if (found === undefined || found.items.length === 0) return [];
    return [{ ...way, count: countText({ count: found.count, isExact: found.count_is_exact }) }];
  });
  const viewWords = VIEWS.find((each) => each.view === view)?.label;
  const words = [...(view === 'all' ? [] : [viewWords]), ...ways.map((way) => way.words)];
  return (
    <div className={styles['none']}>
      <EmptyState
        icon={<IconFilter />}
        title="No orders match"
        actions={
          <>
            {useful.map(({ name, words: filter, wider, count }) => (
              <Button key={name} size="small" onClick={() => onGo(wider)}>
                Without “{filter}”: {count}
              </Button>
            ))}
            <Button size="small" onClick={() => onGo({ view, project })}>
              Clear all
            </Button>
          </>
        }
      >
        {words.join(' · ')}
      </EmptyState>
    </div>
  );
}
