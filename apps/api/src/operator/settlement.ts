import { recordCommandExport } from '../domain/console/settlement/record-export.ts';
import { settlementFile, type FileFormat } from '../domain/ledger/settlement-csv.ts';
import { formatOf, monthOfDays, readClosedMonth } from '../domain/ledger/closed-months.ts';
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
 * these days (UTC, both included) as CSV; `--out FILE` writes it to a file. --project, --channel, --country, --currency and --merchant
 * narrow it; `--merchant default` is the default merchant. A closed month is written in the format that it was closed with; `--format 1`
 * leaves the merchant out, as files before had it. For a month that finance closed, it tells the hash of the closed file, and each sum that moved since. Each file is an entry of the audit log with its SHA-256; --by NAME names the person.
 */
await runCommand(async () => {
  const { out, by, format, ...filter } = readOptions([
    ...(['from', 'to', 'out', 'by', 'format'] as const),
    ...(['project', 'channel', 'country', 'currency', 'merchant'] as const),
  ]);
  const asked = readFormat(format);
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
    const month = monthOfDays(filter.from ?? '', filter.to ?? '');
    const closed = month === null ? null : await readClosedMonth(db, month);
    const columns = asked ?? formatOf(closed, filter.merchant);
    const file = settlementFile(filteredRows(rows, { ...filter, projects }), columns);
    // The entry comes first: a file without one would be a download that nobody sees.
    await recordCommandExport({ db, clock }, person, filter, file);
    writeOutput(file.text, out);
    console.error(`SHA-256 ${file.sha256}, ${file.lines} lines; written to the audit log.`);
    if (month !== null && closed !== null) console.error(closedText(month, closed, rows));
  });
});

function readFormat(given: string | undefined): FileFormat | null {
  if (given === undefined) return null;
  if (given === '1' || given === '2') return given === '1' ? 1 : 2;
  throw new StartError(`--format is "${given}": 1 has no merchant, 2 has one.`);
}
