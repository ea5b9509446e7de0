import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
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
import { type CatalogueFile, changesOf, stillTyped, type Typed } from './changed-prices.ts';
import { Planned } from './Planned.tsx';
import { PriceMatrix } from './PriceMatrix.tsx';
import { ShopTabs } from './ShopTabs.tsx';
import { Versions } from './Versions.tsx';

/** Prices of a project and the versions of its catalogue. */
export function Catalogue() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const query = useCall('catalogue', { project: code }, { everyMs: 30_000 });
  const mayPublish = permissions.includes('publish.money');
  return (
    <Page title="Prices" note="the shop follows within a second">
      <ShopTabs code={code} part="prices" />
      {!mayPublish && <Note tone="grey">You can look. Live-ops, finance and admins publish.</Note>}
      <Reading query={query} failed="The prices could not be read.">
        {(file) => <Prices key={file.project.code} file={file} mayPublish={mayPublish} />}
      </Reading>
    </Page>
  );
}

/** Typed prices stay in this page until they are published. */
function Prices({
  file,
  mayPublish,
}: {
  readonly file: CatalogueFile;
  readonly mayPublish: boolean;
}) {
  const [typed, setTyped] = useState<Typed>(new Map());
  const [outside, setOutside] = useState(0);
  const [live] = file.versions;
  const [version, setVersion] = useState(live?.number);
  if (version !== live?.number) {
    setVersion(live?.number);
    setTyped(stillTyped(file, typed));
  }
  const { cells, wrong } = changesOf(file, typed);
  useUnsaved(cells.length > 0);
  const { code, name } = file.project;
  if (file.goods.length === 0) {
    return <EmptyState icon={<IconTag />} title="This project sells nothing yet." />;
  }
  return (
    <div className="stack">
      {live === undefined && (
        <Note tone="orange">
          No version of this catalogue is kept yet. Run npm run catalogue -- import once, then
          prices can be published here.
        </Note>
      )}
      <Card
        title={`Prices of ${name}`}
        note={live === undefined ? undefined : `version ${live.number} is live`}
        isPadded={false}
        footer={
          mayPublish && (
            <div className="row">
              <span className="grow" role="status">
                {wrong > 0
                  ? `${wrong} ${wrong === 1 ? 'cell is' : 'cells are'} no price.`
                  : `${cells.length} ${cells.length === 1 ? 'price is' : 'prices are'} changed.`}
                {outside > 0 &&
                  ` ${outside} pasted ${outside === 1 ? 'cell is' : 'cells are'} outside of the table, or not sold there.`}
              </span>
              <Button
                disabled={typed.size === 0}
                onClick={() => {
                  setTyped(new Map());
                  setOutside(0);
                }}
              >
                Undo all
              </Button>
              <Button
                look="primary"
                disabled={cells.length === 0 || wrong > 0 || live === undefined}
                onClick={() => {
                  if (live === undefined) return;
                  const seed = { kind: 'change_prices', project: code, seen: live.number } as const;
                  openStep({ seed: { ...seed, cells: [...cells] }, about: name, currency: null });
                }}
              >
                Review and publish…
              </Button>
            </div>
          )
        }
      >
        <PriceMatrix
          file={file}
          typed={typed}
          onType={
            mayPublish && live !== undefined
              ? (texts, left) => {
                  setTyped((before) => new Map([...before, ...texts]));
                  setOutside(left);
                }
              : null
          }
        />
      </Card>
      <Planned file={file} />
      <Versions file={file} />
    </div>
  );
}
