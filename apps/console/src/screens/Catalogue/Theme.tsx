import { IconPalette } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { COLOUR, contrast, PAIRS } from '@webpay/contract/console/contrast';
import { useCall, useMe } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { useProject } from '../../router/address.ts';
import { EditedFiles } from './EditedFiles.tsx';
import { setValuesAt, valuesAt } from './edit-text-files.ts';
import { ShopTabs } from './ShopTabs.tsx';
import styles from './Texts.module.css';

type LiveFiles = ConsoleResult<'catalogueFiles'>;
type Values = ReadonlyMap<string, string>;
const FILE = 'theme.yaml';

/** Colours and forms of a project's theme, with the contrast of each pair while it is edited. */
export function Theme() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const query = useCall('catalogueFiles', { project: code }, { isRecorded: true });
  const mayEdit = permissions.includes('publish.money');
  return (
    <Page title="Theme" note="edits become a draft">
      <ShopTabs code={code} part="theme" />
      {!mayEdit && <Note tone="grey">You can look. Live-ops, finance and admins edit.</Note>}
      <Reading query={query} failed="The theme could not be read." skeletonRows={10}>
        {(live) =>
          live.version === null || live.project.code !== code ? (
            <EmptyState icon={<IconPalette />} title="No version of this catalogue is kept yet" />
          ) : (
            <ThemeEditor key={code} newest={live} mayEdit={mayEdit} />
          )
        }
      </Reading>
    </Page>
  );
}

function ThemeEditor({
  newest,
  mayEdit,
}: {
  readonly newest: LiveFiles;
  readonly mayEdit: boolean;
}) {
  // Edits are about the version on which they began: the server refuses them when another one changed the file.
  const [live, setLive] = useState(newest);
  const version = live.version ?? 0;
  const text = live.files.find(({ path }) => path === FILE)?.text ?? '';
  const tokens = useMemo(() => valuesAt(text, ['tokens']), [text]);
  const [typed, setTyped] = useState<Values>(new Map());
  const changed = new Map(
    [...typed].filter(([name, value]) => tokens.has(name) && tokens.get(name) !== value.trim()),
  );
  if (live.version !== newest.version) {
    const file = newest.files.find(({ path }) => path === FILE)?.text ?? '';
    const after = valuesAt(file, ['tokens']);
    if ([...changed].every(([name, value]) => after.get(name) === value.trim())) {
      setLive(newest);
      setTyped(new Map());
    }
  }
  const now: Values = new Map([...tokens, ...changed]);
  const type = (name: string, value: string): void =>
    setTyped((before) => new Map(before).set(name, value));
  return (
    <>
      <Card
        title={`Theme of ${live.project.name}`}
        note={`version ${version} is live`}
        footer={
          mayEdit && (
            <EditedFiles
              project={live.project}
              version={version}
              count={changed.size}
              edits={JSON.stringify([...changed])}
              counted="value"
              wrong={[...changed.values()].includes('') ? 'A value is empty.' : null}
              filesOf={() => [{ path: FILE, text: setValuesAt(text, ['tokens'], changed) }]}
              onUndo={() => {
                setTyped(new Map());
                setLive(newest);
              }}
            />
          )
        }
      >
        <ul className={styles['values']}>
          {[...tokens].map(([name, before]) => {
            const value = typed.get(name) ?? before;
            const isColour = COLOUR.test(before);
            return (
              <li key={name}>
                <span className="mono">{name}</span>
                {isColour && (
                  <input
                    type="color"
                    aria-label={`Colour of ${name}`}
                    value={COLOUR.test(value) ? value.toLowerCase() : '#000000'}
                    disabled={!mayEdit}
                    onChange={(event) => type(name, event.currentTarget.value)}
                  />
                )}
                <input
                  aria-label={name}
                  className={isColour ? undefined : styles['alone']}
                  spellCheck={false}
                  autoComplete="off"
                  maxLength={300}
                  value={value}
                  readOnly={!mayEdit}
                  data-changed={value !== before || undefined}
                  onChange={(event) => type(name, event.currentTarget.value)}
                />
              </li>
            );
          })}
        </ul>
      </Card>
      <Contrasts now={now} />
    </>
  );
}

/** The pairs of colours that players read; those below their limit first. */
function Contrasts({ now }: { readonly now: Values }) {
  const pairs = PAIRS.map(([front, back, limit]) => {
    const [one = '', other = ''] = [now.get(front), now.get(back)];
    const isKnown = COLOUR.test(one) && COLOUR.test(other);
    // Rounded down, so that a ratio of 4.499 is not shown as 4.5.
    const ratio = isKnown ? Math.floor(contrast(one, other) * 100) / 100 : 0;
    return { front, back, limit, one, other, ratio, isGood: ratio >= limit };
  });
  const bad = pairs.filter(({ isGood }) => !isGood);
  return (
    <Card
      title="Contrast"
      note={bad.length === 0 ? 'every pair can be read' : `${bad.length} too weak`}
    >
      <ul className={styles['pairs']}>
        {[...bad, ...pairs.filter(({ isGood }) => isGood)].map((pair) => (
          <li key={`${pair.front} ${pair.back}`}>
            <span aria-hidden className={styles['sample']} style={{ background: pair.other }}>
              <span style={{ background: pair.one }} />
            </span>
            <span className="grow">
              <span className="mono">{pair.front}</span> on{' '}
              <span className="mono">{pair.back}</span>
            </span>
            <Badge tone={pair.isGood ? 'green' : 'red'}>
              {pair.ratio.toFixed(2)}, needs {pair.limit}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
