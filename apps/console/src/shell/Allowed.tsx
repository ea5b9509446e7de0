import { IconLock } from '@tabler/icons-react';
import type { Permission } from '@webpay/contract/console/permissions';
import type { ReactNode } from 'react';
import { useMe } from '../api/queries.ts';
import { Card } from '../ui/Card/Card.tsx';
import { EmptyState } from '../ui/EmptyState/EmptyState.tsx';
import { Page } from '../ui/Page/Page.tsx';
import { rolesText, whoSees } from '../roles.ts';

/** Renders a screen with its permission, else says who sees it. The server refuses by itself. */
export function Allowed({
  needs,
  children,
}: {
  readonly needs: Permission;
  readonly children: ReactNode;
}) {
  const me = useMe();
  if (me.permissions.includes(needs)) return children;
  return (
    <Page title="Not for your role">
      <Card title="No permission" note={needs}>
        <EmptyState icon={<IconLock />} tone="violet" title={whoSees(needs)}>
          Your role is {rolesText(me.roles)}. Ask an admin.
        </EmptyState>
      </Card>
    </Page>
  );
}
