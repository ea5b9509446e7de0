import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { CsvResult } from '../../features/CsvResult.tsx';
import { saveFile } from '../../features/save-file.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Saves the day as CSV; each time is an entry of the audit log. */
export function DayCsv({ input }: { readonly input: ConsoleRequest<'reconciliationCsv'> }) {
  const download = useMutation({
    mutationFn: () => call('reconciliationCsv', input),
    onSuccess: ({ name, text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
  return (
    <>
      <Button
        size="small"
        icon={<IconDownload aria-hidden />}
        isBusy={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? 'Writing the CSV' : 'CSV of the day'}
      </Button>
      <CsvResult download={download} />
    </>
  );
}
