import type { ConsoleResult } from '@webpay/contract/console/calls';
import { openStep } from '../../features/step/open-step.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './Files.module.css';

type Result = ConsoleResult<'importCatalogue'>;

/** The end of a check: every mistake at its line, or a draft whose difference can be published. */
export function Checked({
  result: { mistakes, files, same, seen },
  project,
  name,
}: {
  readonly result: Result;
  readonly project: string;
  readonly name: string;
}) {
  if (mistakes.length > 0) {
    return (
      <>
        <Note tone="red" role="alert">
          <strong className="strong">
            {mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`}: no draft was
            made.
          </strong>
        </Note>
        <DataTable
          caption="Mistakes"
          isDense
          rows={mistakes.map((mistake, index) => ({ ...mistake, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            {
              key: 'place',
              head: 'Line',
              card: 'top-start',
              cell: ({ file, line }) => (
                <span className="mono">
                  {file}
                  {line === null ? '' : `:${line}`}
                </span>
              ),
            },
            {
              key: 'why',
              head: 'Mistake',
              card: 'mid-start',
              isWrapped: true,
              cell: ({ field, why }) => (
                <>
                  {field !== null && <span className="mono">{field}</span>} {why}
                </>
              ),
            },
          ]}
        />
      </>
    );
  }
  if (files.length === 0) {
    return (
      <Note tone="grey" role="status">
        Nothing differs from version {seen}: {same === 1 ? 'the file is' : `${same} files are`}{' '}
        equal, byte for byte.
      </Note>
    );
  }
  return (
    <Note tone="green" role="status">
      <div className={styles['draft']}>
        <span>
          <strong className="strong">The draft has no mistake.</strong> It changes{' '}
          {files.map(({ path }) => path).join(', ')} against version {seen}.
        </span>
        <Button
          look="primary"
          onClick={() =>
            openStep({
              seed: { kind: 'publish_files', project, seen, files },
              about: name,
              currency: null,
            })
          }
        >
          Show the difference…
        </Button>
      </div>
    </Note>
  );
}
