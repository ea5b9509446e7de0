import type { CatalogueVersion } from '@webpay/contract/console/catalogue-calls';
import { useMe } from '../../api/queries.ts';
import { openStep } from '../../features/step/open-step.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { CatalogueFile } from './changed-prices.ts';

/** Versions of the catalogue, the newest first, each with its way back. */
export function Versions({ file }: { readonly file: CatalogueFile }) {
  const mayRollBack = useMe().permissions.includes('publish.rollback');
  return (
    <Card title="Versions" note="the newest 50" isPadded={false}>
      <DataTable
        caption="Versions of the catalogue"
        columns={columnsOf(file, mayRollBack)}
        rows={file.versions}
        rowKey={({ number }) => String(number)}
      />
    </Card>
  );
}

const columnsOf = (
  { project, versions: [live], now }: CatalogueFile,
  mayRollBack: boolean,
): readonly Column<CatalogueVersion>[] => [
  {
    key: 'number',
    head: 'Version',
    card: 'top-start',
    cell: ({ number }) => (
      <>
        {number} {number === live?.number && <Badge tone="green">Live</Badge>}
      </>
    ),
  },
  {
    key: 'source',
    head: 'Made by',
    card: 'mid-start',
    isWrapped: true,
    cell: (version) => (
      <>
        {sourceText(version)} by {version.by}
        {version.because !== '' && <p className="muted small">{version.because}</p>}
      </>
    ),
  },
  {
    key: 'at',
    head: 'Time, UTC',
    card: 'top-end',
    cell: ({ at }) => <Time at={at} now={now} />,
  },
  {
    key: 'steps',
    head: <span className="sr-only">Steps</span>,
    card: 'low-end',
    align: 'end',
    cell: ({ number }) =>
      mayRollBack && live !== undefined && number !== live.number ? (
        <Button
          size="small"
          onClick={() => {
            const seed = { kind: 'roll_back_catalogue', project: project.code } as const;
            openStep({
              seed: { ...seed, seen: live.number, version: number },
              about: project.name,
              currency: null,
            });
          }}
        >
          Roll back to {number}…
        </Button>
      ) : null,
  },
];

function sourceText({ source, restores }: CatalogueVersion): string {
  switch (source) {
    case 'import':
      return 'Imported';
    case 'publish':
      return 'Published';
    case 'rollback':
      return `Version ${restores ?? ''} restored`;
  }
}
