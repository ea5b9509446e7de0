import { IconMapQuestion } from '@tabler/icons-react';
import { ConsoleLink } from '../router/ConsoleLink.tsx';
import { Card } from '../ui/Card/Card.tsx';
import { EmptyState } from '../ui/EmptyState/EmptyState.tsx';
import { Page } from '../ui/Page/Page.tsx';

export function NotFound() {
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
