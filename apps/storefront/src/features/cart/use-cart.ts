import type { Role } from '@webpay/contract/calls';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useCountry } from '../goods/country.ts';
import { isSameCharacter } from '../account/other-character.ts';
import { onSessionEnd, userOf } from '../account/session.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { withWishes } from './cart-rules.ts';
import { type CartWriter, createCartWriter, NO_WORK, OtherSession } from './cart-writer.ts';
import { storeWishes, storedWishes } from './stored-wishes.ts';
import { cartQuery } from './queries.ts';

/** Longer than the 200 ms between two repeats of a held stepper. */
const PAUSE_MS = 350;

/** Cart of a character, as the player sees it (F03). */
export function useCart(user: UserInfo | undefined) {
  const [country] = useCountry();
  const writer = useCartWriter(user);
  const query = useQuery({
    ...cartQuery(user?.role ?? NOBODY, country),
    enabled: writer !== null,
    refetchOnMount: 'always',
  });
  const work = useSyncExternalStore(writer?.subscribe ?? never, writer?.current ?? noWork, noWork);
  return {
    /** Includes unconfirmed changes; undefined until the first answer. */
    cart: query.data && withWishes(query.data, work.wishes),
    work,
    failure: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch({ cancelRefetch: true }),
    writer,
  };
}

/** Returns null where the project has no cart or nobody is logged in. */
export function useCartWriter(user: UserInfo | undefined): CartWriter | null {
  const project = useProject();
  const { open_screens: open } = useConfigs();
  const [country] = useCountry();
  const queries = useQueryClient();
  const role = user && open.includes('cart') ? user.role : null;
  return useMemo(
    () => (role === null ? null : writerOf(queries, project, role, country)),
    [queries, project, role, country],
  );
}

/** Placeholder of a disabled query while the character is unknown. */
export const NOBODY: Role = {
  pr_id: '',
  server_id: '',
  server_name: '',
  cid: '',
  name: '',
  level: 0,
};
const never = () => () => {};
const noWork = () => NO_WORK;

/** One writer for each character and country, so that unsaved changes outlive their screen. */
const writers = new Map<string, CartWriter>();
onSessionEnd((isLogOut) => {
  for (const writer of writers.values()) writer.close(isLogOut);
  writers.clear();
});

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    for (const writer of writers.values()) void writer.flush();
  });
}

function writerOf(queries: QueryClient, project: string, role: Role, country: string): CartWriter {
  const name = [project, role.server_id, role.cid, country].join(' ');
  const known = writers.get(name);
  if (known) return known;
  const { queryKey } = cartQuery(role, country);
  const writer = createCartWriter({
    set: async (product_id, count) =>
      call('cartSet', { product_id, count: String(count), country }, asOwner(project, role)),
    remove: async (ids) =>
      call('cartRemove', { product_ids: ids.join(','), country }, asOwner(project, role)),
    async onCart(cart) {
      // An earlier fetch in flight would bring the old cart back.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, cart);
      await new Promise((shown) => setTimeout(shown));
    },
    onRefused: () => void queries.invalidateQueries({ queryKey }),
    store: (wishes) => storeWishes(project, role, wishes),
    pauseMs: PAUSE_MS,
  });
  writers.set(name, writer);
  queueMicrotask(() => {
    for (const { item, count } of storedWishes(project, role)) writer.wish(item, count);
  });
  return writer;
}

/** Authorises the cart's own character only: another tab may have logged in somebody else. */
function asOwner(project: string, role: Role): { readonly userToken: string } {
  const user = userOf(project);
  if (user === null || !isSameCharacter(user.role, role)) throw new OtherSession();
  return { userToken: user.user_token };
}
