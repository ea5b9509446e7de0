import { createBrowserRouter, type RouteObject, useRouteError } from 'react-router';
import type { Permission } from '@webpay/contract/console/permissions';
import { CallFailure } from '../api/failure.ts';
import { call } from '../api/call.ts';
import { meQuery, queryClient } from '../api/queries.ts';
import { Allowed } from '../shell/Allowed.tsx';
import { Shell } from '../shell/Shell.tsx';
import { Skeleton } from '../ui/Skeleton/Skeleton.tsx';
import { IconMapQuestion } from '@tabler/icons-react';
import { ConsoleLink } from '../router/ConsoleLink.tsx';
import { Card } from '../ui/Card/Card.tsx';
import { EmptyState } from '../ui/EmptyState/EmptyState.tsx';
import { Page } from '../ui/Page/Page.tsx';
import { ErrorState } from '../ui/ErrorState/ErrorState.tsx';
import styles from './PageFailed.module.css';

/** Every screen is a chunk of its own, rendered only with its permission. */
const screens: readonly RouteObject[] = [
  {
    index: true,
    lazy: async () =>
      screen('order.read', (await import('../screens/Overview/Overview.tsx')).Overview),
  },
  {
    path: 'orders',
    lazy: async () => screen('order.read', (await import('../screens/Orders/Orders.tsx')).Orders),
  },
  {
    path: 'orders/:id',
    lazy: async () => screen('order.read', (await import('../screens/Order/Order.tsx')).Order),
  },
  {
    path: 'search',
    lazy: async () => screen('search', (await import('../screens/Search/Search.tsx')).Search),
  },
  {
    path: 'players',
    lazy: async () =>
      screen('player.read', (await import('../screens/Players/Players.tsx')).Players),
  },
  {
    path: 'players/:id',
    lazy: async () => screen('player.read', (await import('../screens/Player/Player.tsx')).Player),
  },
  {
    path: 'requests',
    lazy: async () =>
      screen('order.read', (await import('../screens/Requests/Requests.tsx')).Requests),
  },
  {
    path: 'unresolved',
    lazy: async () =>
      screen('order.read', (await import('../screens/Queues/Unresolved.tsx')).Unresolved),
  },
  {
    path: 'deliveries',
    lazy: async () =>
      screen('order.read', (await import('../screens/Queues/Deliveries.tsx')).Deliveries),
  },
  {
    path: 'refunds',
    lazy: async () =>
      screen('order.read', (await import('../screens/Refunds/Refunds.tsx')).Refunds),
  },
  {
    path: 'service',
    lazy: async () =>
      screen('order.read', (await import('../screens/Service/Service.tsx')).Service),
  },
  {
    path: 'shop/:project?',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Catalogue.tsx')).Catalogue),
  },
  {
    path: 'shop/:project/goods',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Goods.tsx')).Goods),
  },
  {
    path: 'shop/:project/texts',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Texts.tsx')).Texts),
  },
  {
    path: 'shop/:project/theme',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Theme.tsx')).Theme),
  },
  {
    path: 'shop/:project/pictures',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Pictures.tsx')).Pictures),
  },
  {
    path: 'shop/:project/files',
    lazy: async () =>
      screen('catalogue.read', (await import('../screens/Catalogue/Files.tsx')).Files),
  },
  {
    path: 'disputes',
    lazy: async () =>
      screen('order.read', (await import('../screens/Disputes/Disputes.tsx')).Disputes),
  },
  {
    path: 'disputes/:provider/:id',
    lazy: async () =>
      screen('order.read', (await import('../screens/Disputes/Evidence.tsx')).Evidence),
  },
  {
    path: 'reconciliation/:day?',
    lazy: async () =>
      screen(
        'books.read',
        (await import('../screens/Reconciliation/Reconciliation.tsx')).Reconciliation,
      ),
  },
  {
    path: 'settlement',
    lazy: async () =>
      screen('settlement.read', (await import('../screens/Settlement/Settlement.tsx')).Settlement),
  },
  {
    path: 'events',
    lazy: async () => screen('event.read', (await import('../screens/Events/Events.tsx')).Events),
  },
  {
    path: 'events/:project/:id',
    lazy: async () => screen('event.read', (await import('../screens/Events/Event.tsx')).Event),
  },
  {
    path: 'webhooks',
    lazy: async () =>
      screen('order.read', (await import('../screens/Webhooks/Webhooks.tsx')).Webhooks),
  },
  {
    path: 'staff',
    lazy: async () => screen('staff.read', (await import('../screens/Staff/Staff.tsx')).Staff),
  },
  {
    path: 'audit',
    lazy: async () => screen('audit.read', (await import('../screens/Audit/Audit.tsx')).Audit),
  },
  {
    path: 'me',
    lazy: async () => screen(null, (await import('../screens/Security/Security.tsx')).Security),
  },
];

export const router = createBrowserRouter([
  {
    path: '/',
    loader: operator,
    shouldRevalidate: () => false,
    Component: Shell,
    HydrateFallback: () => <Skeleton />,
    ErrorBoundary: PageFailed,
    children: [
      ...screens.map((route) => Object.assign({ ErrorBoundary: PageFailed }, route)),
      { path: '*', Component: NotFound },
    ],
  },
]);

function screen(needs: Permission | null, Screen: React.ComponentType) {
  if (needs === null) return { Component: Screen };
  return {
    Component: () => (
      <Allowed needs={needs}>
        <Screen />
      </Allowed>
    ),
  };
}

/** Reads the operator before the first screen. Without a session the sign-in page comes first. */
async function operator(): Promise<null> {
  try {
    const me = await call('me', {}, { unauthorized: 'fail' });
    queryClient.setQueryData(meQuery.queryKey, me);
    return null;
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error;
    const { pathname, search } = window.location;
    const to = pathname + search;
    window.location.replace(to === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to })}`);
    // The page is about to be left.
    return new Promise(() => undefined);
  }
}

function NotFound() {
  return (
    <Page title="No such page">
      <Card title="404">
        <EmptyState
          icon={<IconMapQuestion />}
          title="The console has no page at this address."
          actions={<ConsoleLink to="/orders">Orders</ConsoleLink>}
        />
      </Card>
    </Page>
  );
}

/** A page that could not be loaded or rendered. A new release may have removed its files. */
function PageFailed() {
  const error = useRouteError();
  return (
    <main className={styles['failed']} id="main">
      <ErrorState
        title="This page could not be shown."
        error={error instanceof Error ? error : new Error('The cause is not known.')}
        onAgain={() => window.location.reload()}
      />
    </main>
  );
}
