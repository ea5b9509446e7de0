import type { PlannedPublication } from '@webpay/contract/console/catalogue-calls';
import { useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { PreviewDialog } from '../../features/preview/PreviewDialog.tsx';
import { openStep } from '../../features/step/open-step.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { CatalogueFile } from './changed-prices.ts';

/** Publications at a moment: those that wait, the next first, then those that ended of late. */
export function Planned({ file }: { readonly file: CatalogueFile }) {
  const mayCancel = useMe().permissions.includes('publish.money');
  const [previewed, setPreviewed] = useState<string | null>(null);
  return (
    <Card title="Planned publications" isPadded={file.publications.length === 0}>
      {file.publications.length === 0 ? (
        <p className="muted">
          None is planned. Choose “Publish at a time” when you review a change.
        </p>
      ) : (
        <DataTable
          caption="Planned publications"
          columns={columnsOf(file, mayCancel, setPreviewed)}
          rows={file.publications}
          rowKey={({ id }) => id}
        />
      )}
      {previewed !== null && (
        <PreviewDialog
          project={file.project.code}
          asked={{ publication_id: previewed }}
          onClose={() => setPreviewed(null)}
        />
      )}
    </Card>
  );
}

const STATES = {
  waiting: { tone: 'violet', text: 'Planned' },
  published: { tone: 'green', text: 'Published' },
  cancelled: { tone: 'grey', text: 'Taken back' },
  missed: { tone: 'red', text: 'Missed' },
  refused: { tone: 'red', text: 'Not published' },
} as const satisfies Record<PlannedPublication['state'], object>;

const columnsOf = (
  { project, shop_now: now }: CatalogueFile,
  mayCancel: boolean,
  onPreview: (id: string) => void,
): readonly Column<PlannedPublication>[] => [
  {
    key: 'at',
    head: 'Moment, UTC',
    card: 'top-end',
    cell: ({ publish_at: at }) => <Time at={at} now={now} />,
  },
  {
    key: 'state',
    head: 'State',
    card: 'top-start',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>,
  },
  {
    key: 'change',
    head: 'Change',
    card: 'mid-start',
    isWrapped: true,
    cell: ({ title, by, because, effects, ended_why: why }) => (
      <>
        {title} by <bdi>{by}</bdi>
        <p className="muted small">{because}</p>
        {why !== null && <p className="small">{why}</p>}
        <details className="small">
          <summary>All changes</summary>
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </details>
      </>
    ),
  },
  {
    key: 'steps',
    head: <span className="sr-only">Steps</span>,
    card: 'low-end',
    align: 'end',
    cell: ({ id, state, title }) =>
      mayCancel && state !== 'published' && state !== 'cancelled' ? (
        <div className="row">
          {state === 'waiting' && (
            <Button size="small" onClick={() => onPreview(id)}>
              Preview…<span className="sr-only"> {title}</span>
            </Button>
          )}
          <Button
            size="small"
            onClick={() =>
              openStep({
                seed: { kind: 'cancel_publication', publication_id: id },
                about: project.name,
                currency: null,
              })
            }
          >
            {state === 'waiting' ? 'Take back…' : 'Close…'}
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      ) : null,
  },
];
