import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { CsvResult } from '../../features/CsvResult.tsx';
import { saveFile } from '../../features/save-file.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Saves the results of a round as CSV; each time is an entry of the audit log. */
export function ResultsCsv({ input }: { readonly input: ConsoleRequest<'eventResultsCsv'> }) {
  const download = useMutation({
    mutationFn: () => call('eventResultsCsv', input),
    onSuccess: ({ name, text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
  return (
    <div>
      <Button
        size="small"
        icon={<IconDownload aria-hidden />}
        isBusy={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? 'Writing the CSV' : 'CSV of the round'}
      </Button>
      <CsvResult download={download} />
    </div>
  );
}
