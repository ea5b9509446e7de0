import type { OrderView } from '@webpay/contract/calls';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useProject } from '../../../api/page.tsx';
import { storage, type UserInfo } from '../../../browser/storage.ts';
import { useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { isSameCharacter } from '../../account/other-character.ts';
import { QueryProvider } from '../../account/query.tsx';
import { useSession } from '../../account/use-session.ts';
import { useCountry } from '../../goods/country.ts';
import { Offers } from '../../goods/Offers.tsx';
import { goodsQuery } from '../../goods/queries.ts';
import { isElsewhere } from '../../goods/selection.ts';
import { goesWellWith } from './goes-well.ts';

/** Goods that the character may want next, below a paid order of the shop (F06). */
export default function GoesWell({ order }: { readonly order: OrderView }) {
  const user = useSession();
  const isShown = order.state === 'success' && order.source !== 'mall';
  if (!user || !isShown || !isSameCharacter(order.role, user.role)) return null;
  return (
    <QueryProvider>
      <Cards order={order} user={user} />
    </QueryProvider>
  );
}

function Cards({ order, user }: { readonly order: OrderView; readonly user: UserInfo }) {
  const t = useText();
  const project = useProject();
  const [country] = useCountry();
  const { role } = user;
  // The list from before the purchase has the limits and first purchases of then.
  const { data, isFetchedAfterMount } = useQuery({
    ...goodsQuery(role, country),
    refetchOnMount: 'always',
  });
  // The way to the next reward stands above, and would move the cards.
  const isMoving = useIsFetching({ queryKey: ['events', role.server_id, role.cid] }) > 0;
  const goods =
    data && isFetchedAfterMount && !isMoving ? goesWellWith(data.goods, order.items) : [];
  if (goods.length === 0) return null;
  const isSameWay = storage.read('lastPurchase', project) !== null;
  return (
    <Offers
      title={t('result.goes_well')}
      note={isSameWay ? t('result.goes_well_note') : null}
      goods={goods}
      toOf={(each) =>
        isElsewhere(each)
          ? paths.card(project)
          : paths.directPayment(project, { id: each.product_id, count: 1 })
      }
    />
  );
}
