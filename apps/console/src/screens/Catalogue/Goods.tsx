import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall, useMe } from '../../api/queries.ts';
import { openStep } from '../../features/step/open-step.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { useUnsaved } from '../../router/use-unsaved.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { useParams } from 'react-router';
import { changedGoods, type GoodsFile, NOTHING, type TypedGoods } from './changed-goods.ts';
import { GoodsTable } from './GoodsTable.tsx';
import { ShopTabs } from './ShopTabs.tsx';
import { WaysTable } from './WaysTable.tsx';

/** Goods of a project as its shelf has them, and its methods. */
export function Goods() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const query = useCall('goods', { project: code });
  const mayPublish = permissions.includes('publish.money');
  return (
    <Page title="Goods" note="the shop follows within a second">
      <ShopTabs code={code} part="goods" />
      {!mayPublish && <Note tone="grey">You can look. Live-ops, finance and admins publish.</Note>}
      <Reading query={query} failed="The goods could not be read.">
        {(file) => (
          <Shelf
            key={`${file.project.code} ${file.version ?? ''}`}
            file={file}
            mayPublish={mayPublish}
          />
        )}
      </Reading>
    </Page>
  );
}

/** Typed changes stay in this page until it is published, or another version is live. */
function Shelf({ file, mayPublish }: { readonly file: GoodsFile; readonly mayPublish: boolean }) {
  const [typed, setTyped] = useState<TypedGoods>(NOTHING);
  const { wrong, ...change } = changedGoods(file, typed);
  const count = change.goods.length + change.ways.length + (change.order === undefined ? 0 : 1);
  useUnsaved(count > 0);
  const { code, name } = file.project;
  if (file.goods.length === 0) {
    return <EmptyState icon={<IconTag />} title="This project sells nothing yet." />;
  }
  const onType =
    mayPublish && file.version !== null
      ? (part: Partial<TypedGoods>) => setTyped((before) => ({ ...before, ...part }))
      : null;
  return (
    <div className="stack">
      {file.version === null && (
        <Note tone="orange">
          No version of this catalogue is kept yet. Run npm run catalogue -- import once, then goods
          can be published here.
        </Note>
      )}
      <Card title={`Goods of ${name}`} isPadded={false}>
        <GoodsTable file={file} typed={typed} onType={onType} />
      </Card>
      <Card title="Ways to pay" note="* is every country of the project" isPadded={false}>
        <WaysTable file={file} typed={typed} onType={onType} />
      </Card>
      {mayPublish && (
        <Card title="Changes">
          <div className="row">
            <span className="grow" role="status">
              {wrong[0] ?? `${count} ${count === 1 ? 'thing is' : 'things are'} changed.`}
            </span>
            <Button disabled={typed === NOTHING} onClick={() => setTyped(NOTHING)}>
              Undo all
            </Button>
            <Button
              look="primary"
              disabled={count === 0 || wrong.length > 0 || file.version === null}
              onClick={() => {
                if (file.version === null) return;
                const seed = { kind: 'change_goods', project: code, seen: file.version } as const;
                openStep({ seed: { ...seed, ...change }, about: name, currency: null });
              }}
            >
              Review and publish…
            </Button>
          </div>
        </Card>
      )}
    </div>
  );
}
