import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { useMe } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { TextArea } from '../../ui/TextArea/TextArea.tsx';
import { Checked } from './Checked.tsx';
import styles from './Files.module.css';
import { pathOf, readFiles, type Brought } from './read-files.ts';

/** Files that are chosen, dropped or pasted become a draft; each mistake stands at its line. */
export function ImportFiles({ project }: { readonly project: string }) {
  const id = useId();
  const name = useMe().projects.find(({ code }) => code === project)?.name ?? project;
  const [pasted, setPasted] = useState('');
  const [target, setTarget] = useState('products.yaml');
  const [unread, setUnread] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: async (files: readonly Brought[]) =>
      call('importCatalogue', { project, files: [...files] }),
  });
  const bring = async (list: readonly File[]): Promise<void> => {
    if (list.length === 0 || check.isPending) return;
    check.reset();
    const read = await readFiles(list);
    setUnread(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') check.mutate(read);
  };
  return (
    <Card title="Import as a draft" note="1 MB at most, no archive">
      <div className="stack">
        <label className={styles['drop']} htmlFor={id}>
          <span className={styles['choose']}>
            <IconUpload aria-hidden /> Choose files, or drop them here
          </span>
          <span className="muted small">
            YAML of {name}, texts named as a language: <span className="mono">de.json</span>, and
            pictures up to 96 kB: <span className="mono">gem.webp</span>. Other files of the live
            version stay as they are. Keep the version in the name of a saved file: it tells whether
            another person changed the file since.
          </span>
          <input
            id={id}
            type="file"
            multiple
            accept=".yaml,.yml,.json,.webp,.png"
            aria-label="Files to import"
            onChange={(event) => {
              // A list of files empties with its field, which must take the same file again after it is mended.
              const chosen = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = '';
              void bring(chosen);
            }}
          />
        </label>
        <div aria-live="polite" className="stack">
          {check.isPending && <Note tone="grey">Checking.</Note>}
          {(unread ?? check.error?.message) !== undefined && (
            <Note tone="red" role="alert">
              {unread ?? check.error?.message}
            </Note>
          )}
          {check.data !== undefined && !check.isPending && (
            <Checked result={check.data} project={project} name={name} />
          )}
        </div>
        <details>
          <summary>Paste one file</summary>
          <div className={styles['paste']}>
            <label className={styles['target']}>
              File
              <select value={target} onChange={(event) => setTarget(event.target.value)}>
                {PASTED.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <TextArea
              label="Text of the file"
              help="Nothing is published."
              maxLength={131_072}
              value={pasted}
              onValue={setPasted}
            />
            <Button
              look="primary"
              isBusy={check.isPending}
              disabled={pasted.trim() === ''}
              onClick={() => {
                setUnread(null);
                check.mutate([{ path: pathOf(target), text: pasted }]);
              }}
            >
              Check the text
            </Button>
          </div>
        </details>
      </div>
    </Card>
  );
}

const PASTED = [
  'products.yaml',
  'project.yaml',
  'channels.yaml',
  'events.yaml',
  'regions.yaml',
  'theme.yaml',
] as const;
