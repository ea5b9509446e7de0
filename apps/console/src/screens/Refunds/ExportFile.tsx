import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { saveFile } from '../../features/save-file.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Note } from '../../ui/Note/Note.tsx';

/** Saves the file of a confirmed export; each time is an entry of the audit log. */
export function ExportFile({ approvalId }: { readonly approvalId: string }) {
  const download = useMutation({
    mutationFn: () => call('personFile', { id: approvalId }),
    onSuccess: ({ name, text }) => saveFile(name, text, 'application/x-ndjson;charset=utf-8'),
  });
  const { data, error } = download;
  return (
    <div className="stack">
      <p className="muted small">
        The file has personal data. Hand it over safely, and delete your copy.
      </p>
      <div className="row">
        <Button
          icon={<IconDownload aria-hidden />}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {download.isPending ? 'Reading the rows' : 'Save the file'}
        </Button>
      </div>
      {error !== null && (
        <Note tone="red" role="alert">
          {error.message}
        </Note>
      )}
      {data !== undefined && (
        <Note tone="green" role="status">
          Saved {data.name} with {data.lines} lines. The audit log has its SHA-256 {data.sha256}.
        </Note>
      )}
    </div>
  );
}
