import { recordCommandExport } from '../domain/console/settlement/record-export.ts';
import { settlementFile } from '../domain/ledger/settlement-csv.ts';
import { monthOfDays, readClosedMonth } from '../domain/ledger/closed-months.ts';
import { closedText } from '../domain/ledger/closed-text.ts';
import { filteredRows, settledRows } from '../domain/ledger/settlement-report.ts';
import { StartError } from '../platform/start-error.ts';
import { readClock } from '../settings.ts';
import { runCommand, readDay, readOptions, writeOutput } from './command-line.ts';
import { byOf } from './command-person.ts';
import { withShopDb } from './shop-database.ts';

const DAY_MS = 86_400_000;

/**
 * `npm run settlement -- --from 2026-11-01 --to 2026-11-30` prints the money that each project and channel moved in
 * these days (UTC, both included) as CSV; `--out FILE` writes it to a file. --project, --channel, --country and --currency
 * narrow it. For a month that finance closed, it tells the hash of the closed file, and each sum that moved since. Each file is an entry of the audit log with its SHA-256; --by NAME names the person.
 */
await runCommand(async () => {
  const { out, by, ...filter } = readOptions([
    ...(['from', 'to', 'out', 'by', 'project', 'channel', 'country', 'currency'] as const),
  ]);
  const from = readDay('from', filter.from);
  const lastDay = readDay('to', filter.to);
  if (from > lastDay) throw new StartError(`--from ${filter.from} is after --to ${filter.to}.`);
  const person = byOf(by);
  await withShopDb({ name: 'settlement' }, async (db) => {
    const to = new Date(lastDay.getTime() + DAY_MS);
    const clock = await readClock(db);
    if (to.getTime() > clock.nowMs()) {
      console.error(`--to ${filter.to} has not ended: the sums may still grow.`);
    }
    const projects = filter.project === undefined ? null : [filter.project];
    const rows = await settledRows(db, { from, to });
    const file = settlementFile(filteredRows(rows, { ...filter, projects }));
    // The entry comes first: a file without one would be a download that nobody sees.
    await recordCommandExport({ db, clock }, person, filter, file);
    writeOutput(file.text, out);
    console.error(`SHA-256 ${file.sha256}, ${file.lines} lines; written to the audit log.`);
    const month = monthOfDays(filter.from ?? '', filter.to ?? '');
    const closed = month === null ? null : await readClosedMonth(db, month);
    if (month !== null && closed !== null) console.error(closedText(month, closed, rows));
  });
});
