import { IconPlus, IconRotate, IconTrash } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { mistakeOf, spanOf, timeInWords, warningsOf } from '@webpay/contract/console/event-windows';
import type { EventWindow } from '@webpay/contract/console/publish-shapes';
import { useId, useMemo, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { openStep } from '../../features/step/open-step.ts';
import { Button, IconButton } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { rowsOf, type WindowRow, windowsOf } from './window-rows.ts';
import styles from './Events.module.css';

type EventFile = ConsoleResult<'event'>;

/** The event's windows by the clock of a zone, one for each group of countries. */
export function WindowEditor({ file }: { readonly file: EventFile }) {
  const [rows, setRows] = useState(() => rowsOf(file.windows));
  const [version, setVersion] = useState(file.version);
  if (version !== file.version) {
    setVersion(file.version);
    setRows(rowsOf(file.windows));
  }
  const mayPublish = useMe().permissions.includes('publish.money');
  const windows = windowsOf(rows);
  const mistakes = windows.map((window) => mistakeOf(window, windows, file.countries));
  const isWrong = mistakes.some((mistake) => mistake !== null);
  const isChanged = JSON.stringify(windows) !== JSON.stringify(file.windows);
  const change = (key: number, fields: Partial<WindowRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const zones = useId();
  return (
    <Card
      title="Window"
      note="one for each group of countries"
      actions={
        isChanged && (
          <Button
            size="small"
            icon={<IconRotate aria-hidden />}
            onClick={() => setRows(rowsOf(file.windows))}
          >
            As live
          </Button>
        )
      }
      footer={
        mayPublish && (
          <PublishWindow file={file} windows={windows} isChanged={isChanged} isWrong={isWrong} />
        )
      }
    >
      <div className="stack">
        {file.is_repeated && (
          <Note tone="grey">
            This event begins again after its end. With a window of its own times it does not.
          </Note>
        )}
        {rows.map((row, index) => (
          <div
            key={row.key}
            role="group"
            aria-label={`Window ${index + 1}`}
            className={styles['window']}
          >
            <Field
              label="Countries"
              placeholder={rows.length === 1 ? 'All' : 'All others'}
              maxLength={1_000}
              spellCheck={false}
              value={row.countries}
              onValue={(countries) => change(row.key, { countries })}
            />
            <Field
              label="From"
              type="datetime-local"
              value={row.from}
              onValue={(from) => change(row.key, { from })}
            />
            <Field
              label="To"
              type="datetime-local"
              value={row.to}
              onValue={(to) => change(row.key, { to })}
            />
            <Field
              label="Time zone"
              list={zones}
              maxLength={64}
              spellCheck={false}
              value={row.zone}
              onValue={(zone) => change(row.key, { zone })}
            />
            {mayPublish && rows.length > 1 && (
              <IconButton
                label={`Remove window ${index + 1}`}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                <IconTrash aria-hidden />
              </IconButton>
            )}
            <p className={styles['said']} role="status">
              {mistakes[index] ?? inUtc(windows[index])}
            </p>
          </div>
        ))}
        {mayPublish && (
          <Button
            size="small"
            icon={<IconPlus aria-hidden />}
            onClick={() => setRows([...rows, nextTo(rows)])}
          >
            Add countries
          </Button>
        )}
        {!isWrong &&
          warningsOf(windows, file.others, file.countries).map((warning) => (
            <Note key={warning} tone="orange">
              {warning}
            </Note>
          ))}
        <Zones id={zones} />
      </div>
    </Card>
  );
}

/** Names of the browser's zones; others that the shop knows can be typed. */
function Zones({ id }: { readonly id: string }) {
  const names = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], []);
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}

function inUtc(window: EventWindow | undefined): string {
  if (window === undefined) return '';
  const { starts_at: starts, ends_at: ends } = spanOf(window);
  return `${timeInWords(starts, 'UTC')} to ${timeInWords(ends, 'UTC')}`;
}

function nextTo(rows: readonly WindowRow[]): WindowRow {
  const last = rows.at(-1);
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  const { from = '', to = '', zone = 'UTC' } = last ?? {};
  return { key, from, to, zone, countries: '' };
}

/** Opens the step that publishes the typed windows. */
function PublishWindow({
  file: { project, id, title, version },
  windows,
  isChanged,
  isWrong,
}: {
  readonly file: EventFile;
  readonly windows: EventWindow[];
  readonly isChanged: boolean;
  readonly isWrong: boolean;
}) {
  return (
    <div className="row">
      <span className="grow" role="status">
        {isWrong ? 'Some windows cannot be used yet.' : saidOf(version, isChanged)}
      </span>
      <Button
        look="primary"
        disabled={!isChanged || isWrong || version === null}
        onClick={() => {
          if (version === null) return;
          const seed = { kind: 'change_window', project: project.code, event_id: id } as const;
          openStep({
            seed: { ...seed, seen: version, windows },
            about: `${title}, ${project.name}`,
            currency: null,
          });
        }}
      >
        Review the window…
      </Button>
    </div>
  );
}

function saidOf(version: number | null, isChanged: boolean): string {
  if (version === null) {
    return 'No version of this catalogue is kept yet: run npm run catalogue -- import once.';
  }
  return isChanged ? 'The window is changed.' : 'The window is as live.';
}
