import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleRequest } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { saveFile } from '../../features/save-file.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Note } from '../../ui/Note/Note.tsx';

/** Parts of a file: 50 of 2,000 orders. */
const MAX_PARTS = 50;
const NAME = 'orders.csv';

type Filter = Omit<ConsoleRequest<'ordersCsv'>, 'after'>;

/** Saves all orders of a filter as CSV; each part is an entry of the audit log. */
export function useOrdersCsv(filter: Filter) {
  const [read, setRead] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setRead(0);
      return readParts(filter, setRead);
    },
    onSuccess: ({ text }) => saveFile(NAME, text, 'text/csv;charset=utf-8'),
  });
  const { data, error, isPending, mutate } = download;
  const button = (
    <Button
      size="small"
      icon={<IconDownload aria-hidden />}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {isPending ? `Reading, ${read.toLocaleString('en')} orders` : 'CSV of these orders'}
    </Button>
  );
  const result = (
    <>
      {error !== null && (
        <ErrorState title="The CSV could not be written." error={error} onAgain={() => mutate()} />
      )}
      {data !== undefined && (
        <Note tone="green" role="status">
          Saved {NAME} with {data.lines.toLocaleString('en')}{' '}
          {data.lines === 1 ? 'order' : 'orders'}. The audit log has the filter.
        </Note>
      )}
    </>
  );
  return { button, result };
}

async function readParts(filter: Filter, onRead: (lines: number) => void) {
  const texts: string[] = [];
  let lines = 0;
  let after: string | null = null;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const answer: Awaited<ReturnType<typeof readPart>> = await readPart(filter, after);
    texts.push(answer.text);
    lines += answer.lines;
    onRead(lines);
    after = answer.next;
    if (after === null) return { text: texts.join(''), lines };
  }
  throw new Error('The file would have over 100,000 orders. Narrow the time or the filters.');
}

const readPart = (filter: Filter, after: string | null) =>
  call('ordersCsv', after === null ? filter : { ...filter, after });
