import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCall, useMe } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { type OrdersAddress, readAddress, writeAddress } from './filters.ts';

type View = ConsoleResult<'orderViews'>['items'][number];

/** The query of a view as the list writes it, so that equal views have equal texts. */
function searchOf({ query }: Pick<View, 'query'>): string {
  return writeAddress({ ...readAddress(new URLSearchParams(query)), after: null, open: null });
}

/** The saved views; the one whose filters the list has, and the filters that none has. */
export function useSavedViews({ view, filters, project }: OrdersAddress) {
  const { data } = useCall('orderViews', {});
  const views = data?.items ?? [];
  const search = writeAddress({ view, filters, project });
  const current = views.find((each) => searchOf(each) === search) ?? null;
  const isNew = data !== undefined && current === null && Object.keys(filters).length > 0;
  return { views, current, unsaved: isNew ? search.slice(1) : null };
}

export function ViewTabs({
  views,
  current,
}: {
  readonly views: readonly View[];
  readonly current: View | null;
}) {
  return views.map((each) => (
    <Link
      key={each.id}
      to={{ search: searchOf(each) }}
      title={each.is_shared ? `Shared by ${each.by}` : 'Yours'}
      aria-current={each === current ? 'page' : undefined}
    >
      {each.name}
    </Link>
  ));
}

/** Saves the filters of the list, or removes the view that it shows. */
export function ViewButton({ current, unsaved }: Omit<ReturnType<typeof useSavedViews>, 'views'>) {
  const [opened, setOpened] = useState<'save' | 'remove' | null>(null);
  const { has_second_factor: mayChange } = useMe();
  const close = (): void => setOpened(null);
  const maySave = unsaved !== null && mayChange;
  const mayRemove = current?.may_remove === true;
  if (!maySave && !mayRemove) return null;
  return (
    <div className="row">
      {maySave && (
        <Button size="small" icon={<IconBookmark aria-hidden />} onClick={() => setOpened('save')}>
          Save view
        </Button>
      )}
      {mayRemove && (
        <Button size="small" icon={<IconTrash aria-hidden />} onClick={() => setOpened('remove')}>
          Remove view
        </Button>
      )}
      {opened === 'save' && unsaved !== null && <SaveView query={unsaved} onClose={close} />}
      {opened === 'remove' && current !== null && <RemoveView view={current} onClose={close} />}
    </div>
  );
}

function useChange<T>(change: (given: T) => Promise<unknown>, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['orderViews'] });
      onClose();
    },
  });
}

function SaveView({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const save = useChange(
    () => call('saveOrderView', { name: name.trim(), query, is_shared: isShared }),
    onClose,
  );
  return (
    <Dialog
      title="Save this view"
      onClose={onClose}
      footer={
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={save.isPending || name.trim() === ''}
            onClick={() => save.mutate(undefined)}
          >
            Save
          </Button>
        </div>
      }
    >
      <div className="stack">
        {save.error !== null && (
          <Note tone="red" role="alert">
            {save.error.message}
          </Note>
        )}
        <Field
          label="Name"
          help="Your view of this name is replaced. No names of persons."
          required
          maxLength={40}
          value={name}
          onValue={setName}
        />
        <label className="row-tight">
          <input
            type="checkbox"
            checked={isShared}
            onChange={(event) => setIsShared(event.target.checked)}
          />
          Every operator sees it
        </label>
      </div>
    </Dialog>
  );
}

function RemoveView({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const remove = useChange(() => call('removeOrderView', { id: view.id }), onClose);
  return (
    <Dialog
      title={`Remove the view ${view.name}`}
      onClose={onClose}
      footer={
        <div className="row">
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Remove
          </Button>
        </div>
      }
    >
      <div className="stack">
        {remove.error !== null && (
          <Note tone="red" role="alert">
            {remove.error.message}
          </Note>
        )}
        <p>{view.is_shared ? 'It goes for every operator.' : 'Only you see it.'}</p>
      </div>
    </Dialog>
  );
}
