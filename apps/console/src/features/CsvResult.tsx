import type { UseMutationResult } from '@tanstack/react-query';
import { ErrorState } from '../ui/ErrorState/ErrorState.tsx';
import { Note } from '../ui/Note/Note.tsx';

/** The end of a download of a CSV: saved with its hash, or failed with another try. */
export function CsvResult({
  download: { data, error, mutate },
}: {
  readonly download: UseMutationResult<
    { readonly name: string; readonly sha256: string },
    Error,
    void
  >;
}) {
  return (
    <>
      {error !== null && (
        <ErrorState title="The CSV could not be written." error={error} onAgain={() => mutate()} />
      )}
      {data !== undefined && (
        <Note tone="green" role="status">
          Saved {data.name} with the SHA-256 {data.sha256}, which is in the audit log.
        </Note>
      )}
    </>
  );
}
