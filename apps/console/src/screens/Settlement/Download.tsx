import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { saveFile } from '../../features/save-file.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Fetches the CSV and saves it; each time is an entry of the audit log. */
export function useDownload(input: ConsoleRequest<'settlementCsv'>) {
  return useMutation({
    mutationFn: () => call('settlementCsv', input),
    onSuccess: ({ name, text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
}

export function DownloadButton({
  download,
  lines,
}: {
  readonly download: ReturnType<typeof useDownload>;
  readonly lines: ConsoleResult<'settlement'>['count'];
}) {
  return (
    <Button
      look="primary"
      icon={<IconDownload aria-hidden />}
      isBusy={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? 'Writing the CSV' : `CSV, ${lines} ${lines === 1 ? 'line' : 'lines'}`}
    </Button>
  );
}
