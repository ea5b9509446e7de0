import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useUnsaved } from '../../router/use-unsaved.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Checked } from './Checked.tsx';
import type { TextFile } from './edit-text-files.ts';

/** Edits of a page that become a draft: how many, a way to undo them, and the check that shows the difference. */
export function EditedFiles({
  project,
  version,
  count,
  edits,
  counted,
  wrong,
  filesOf,
  onUndo,
}: {
  readonly project: { readonly code: string; readonly name: string };
  /** The live version that was edited. */
  readonly version: number;
  readonly count: number;
  /** All edits as one text: a result is about these alone. */
  readonly edits: string;
  /** "text" or "value". */
  readonly counted: string;
  /** Sentence that says why they cannot be checked; null: they can. */
  readonly wrong: string | null;
  readonly filesOf: () => readonly TextFile[];
  readonly onUndo: () => void;
}) {
  const check = useMutation({
    mutationFn: async () =>
      call('importCatalogue', {
        project: project.code,
        files: filesOf().map((file) => ({ ...file, version })),
      }),
  });
  const { reset } = check;
  useUnsaved(count > 0);
  const checked = useRef(edits);
  useEffect(() => {
    // A result is about the edits that were checked.
    if (checked.current !== edits) reset();
    checked.current = edits;
  }, [edits, reset]);
  return (
    <div className="stack">
      <div className="row">
        <span className="grow" role="status">
          {wrong ?? `${count} ${counted}${count === 1 ? ' is' : 's are'} changed.`}
        </span>
        <Button disabled={count === 0} onClick={onUndo}>
          Undo all
        </Button>
        <Button
          look="primary"
          isBusy={check.isPending}
          disabled={count === 0 || wrong !== null}
          onClick={() => check.mutate()}
        >
          {check.isPending ? 'Checking' : 'Check and review…'}
        </Button>
      </div>
      {check.error !== null && (
        <Note tone="red" role="alert">
          {check.error.message}
        </Note>
      )}
      {check.data !== undefined && (
        <Checked result={check.data} project={project.code} name={project.name} />
      )}
    </div>
  );
}
