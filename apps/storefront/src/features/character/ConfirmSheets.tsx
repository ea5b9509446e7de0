import { useText } from '../../i18n/text.tsx';
import { Picker } from '../../ui/Picker/Picker.tsx';
import { FindId } from './FindId.tsx';
import type { Confirm } from './use-confirm.ts';

export type ConfirmSheet = 'region' | 'server' | 'findId';

/** Searchable lists of regions and servers (a search finds servers of all regions), and help to find the ID. */
export default function ConfirmSheets(props: {
  readonly confirm: Confirm;
  readonly open: ConfirmSheet | null;
  /** Called when a server is chosen, before `onClose`. */
  readonly onServer: () => void;
  readonly onClose: () => void;
}) {
  const { confirm, open } = props;
  const t = useText();
  const { regions, servers } =
    confirm.list.state === 'ready' ? confirm.list : { regions: [], servers: [] };

  return (
    <>
      <Picker
        open={confirm.list.state === 'ready' && open === 'region'}
        onClose={props.onClose}
        title={t('home.region_title')}
        searchText={t('home.region_search')}
        emptyText={(query) => t('home.region_empty', { query })}
        options={regions.map((each) => ({ value: each.pr_id, label: each.name }))}
        value={confirm.region}
        onChoose={confirm.chooseRegion}
      />
      <Picker
        open={confirm.list.state === 'ready' && open === 'server'}
        onClose={props.onClose}
        title={t('home.server_title')}
        searchText={t('home.server_search')}
        emptyText={(query) => t('home.server_empty', { query })}
        options={servers.map((each) => ({
          value: each.server_id,
          label: each.name,
          group: each.pr_id,
          ...(each.state === 'maintenance' ? { disabledReason: t('home.server_maintenance') } : {}),
        }))}
        groups={regions.map((each) => ({ id: each.pr_id, label: each.name }))}
        groupsLabel={t('home.region')}
        group={confirm.region}
        value={confirm.server?.server_id ?? null}
        onChoose={(id) => {
          confirm.chooseServer(id);
          props.onServer();
        }}
      />
      <FindId open={open === 'findId'} onClose={props.onClose} />
    </>
  );
}
