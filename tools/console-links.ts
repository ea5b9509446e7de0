import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { buildContext } from '../apps/api/src/build-context.ts';
import { signInToSandbox } from '../apps/api/src/domain/operators/sandbox-operator.ts';
import type { Shop } from './shop.ts';

export type ConsoleLink = { readonly role: ConsoleRole; readonly address: string };

const ROLES: readonly ConsoleRole[] = ['admin', 'support', 'finance', 'liveops'];

/**
 * Addresses that sign in to the sandbox's console once, one of each role that a person would try; none in production. Links
 * of an earlier start end.
 */
export async function consoleLinks({
  config,
  databaseUrl,
}: Pick<Shop, 'config' | 'databaseUrl'>): Promise<readonly ConsoleLink[]> {
  if (config.mode !== 'sandbox') return [];
  const { ctx, close } = await buildContext(
    { ...config, databaseUrl },
    { name: 'console-links', connections: 1, logTo: 'stderr' },
  );
  try {
    const links: ConsoleLink[] = [];
    for (const role of ROLES) {
      const made = await signInToSandbox(ctx, { role, by: 'npm start' });
      if (made.kind === 'signed') links.push({ role, address: made.address });
    }
    return links;
  } finally {
    await close();
  }
}
