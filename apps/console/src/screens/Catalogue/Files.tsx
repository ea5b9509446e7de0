import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall, useMe } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { saveFile } from '../../features/save-file.ts';
import { useProject } from '../../router/address.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { IconFileCode } from '@tabler/icons-react';
import { ImportFiles } from './ImportFiles.tsx';
import { savedName } from './read-files.ts';
import { ShopTabs } from './ShopTabs.tsx';

/** Files of a project's live version to save, and an import of edited ones as a draft. */
export function Files() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const [isShown, setIsShown] = useState(false);
  const mayImport = permissions.includes('publish.money');
  return (
    <Page title="Files" note="an import publishes nothing">
      <ShopTabs code={code} part="files" />
      {mayImport ? (
        <ImportFiles key={code} project={code} />
      ) : (
        <Note tone="grey">You can look. Live-ops, finance and admins import.</Note>
      )}
      {isShown ? (
        <LiveFiles code={code} />
      ) : (
        <Card title="Files of the live version">
          <div className="row">
            <span className="grow muted">
              YAML and translations, byte for byte. Each reading is an entry of the audit log.
            </span>
            <Button onClick={() => setIsShown(true)}>Show the files</Button>
          </div>
        </Card>
      )}
    </Page>
  );
}

function LiveFiles({ code }: { readonly code: string }) {
  const query = useCall('catalogueFiles', { project: code }, { isRecorded: true });
  return (
    <Reading query={query} failed="The files could not be read.">
      {({ files, version }) =>
        version === null ? (
          <EmptyState icon={<IconFileCode />} title="No version of this catalogue is kept yet" />
        ) : (
          <Card title="Files of the live version" note={`version ${version}`} isPadded={false}>
            <DataTable
              caption="Files of the live version"
              isDense
              rows={files}
              rowKey={({ path }) => path}
              columns={[
                {
                  key: 'path',
                  head: 'File',
                  card: 'top-start',
                  cell: ({ path }) => <span className="mono">{path}</span>,
                },
                {
                  key: 'size',
                  head: 'Bytes',
                  align: 'end',
                  card: 'mid-start',
                  cardLabel: 'Bytes',
                  cell: ({ text }) => (
                    <span className="num">{new Blob([text]).size.toLocaleString('en')}</span>
                  ),
                },
                {
                  key: 'save',
                  head: <span className="sr-only">Save</span>,
                  align: 'end',
                  card: 'top-end',
                  cell: ({ path, text }) => (
                    <Button
                      size="small"
                      aria-label={`Save ${path}`}
                      onClick={() => saveFile(savedName(path, version), text, 'text/plain')}
                    >
                      Save
                    </Button>
                  ),
                },
              ]}
            />
          </Card>
        )
      }
    </Reading>
  );
}
