import { IconLanguage } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useCall, useMe } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { useProject } from '../../router/address.ts';
import { EditedFiles } from './EditedFiles.tsx';
import { editWordings, listAt, wordingsOf, type Wording } from './edit-text-files.ts';
import { ShopTabs } from './ShopTabs.tsx';
import styles from './Texts.module.css';

type LiveFiles = ConsoleResult<'catalogueFiles'>;
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });
/** Codes of the shop that are no tags of a language. */
const TAGS: Readonly<Record<string, string>> = { tw: 'zh-Hant', zh: 'zh-Hans' };
const nameOfLanguage = (code: string): string => LANGUAGE_NAMES.of(TAGS[code] ?? code) ?? code;

/** Every text of a project in one language at a time, edited into a draft. */
export function Texts() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const query = useCall('catalogueFiles', { project: code }, { isRecorded: true });
  const mayEdit = permissions.includes('publish.money');
  return (
    <Page title="Texts" note="edits become a draft">
      <ShopTabs code={code} part="texts" />
      {!mayEdit && <Note tone="grey">You can look. Live-ops, finance and admins edit.</Note>}
      <Reading query={query} failed="The texts could not be read." skeletonRows={10}>
        {(live) =>
          live.version === null || live.project.code !== code ? (
            <EmptyState icon={<IconLanguage />} title="No version of this catalogue is kept yet" />
          ) : (
            <TextEditor key={code} newest={live} mayEdit={mayEdit} />
          )
        }
      </Reading>
    </Page>
  );
}

const FILTERS = { all: 'All', missing: 'Missing', changed: 'Changed' } as const;
type Filter = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as readonly Filter[];

function TextEditor({
  newest,
  mayEdit,
}: {
  readonly newest: LiveFiles;
  readonly mayEdit: boolean;
}) {
  // Edits are about the version on which they began: the server refuses them when another one changed the file.
  const [live, setLive] = useState(newest);
  const version = live.version ?? 0;
  const id = useId();
  // The files are parsed once, not with each letter that is typed.
  const { wordings, languages } = useMemo(
    () => ({ wordings: wordingsOf(live.files), languages: languagesOf(live) }),
    [live],
  );
  const [lang, setLang] = useState('en');
  const [filter, setFilter] = useState<Filter>('all');
  const [sought, setSought] = useState('');
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const edits = editsOf(wordings, languages, typed);
  if (live.version !== newest.version) {
    const left = editsOf(wordingsOf(newest.files), languages, typed);
    if (edits.length === 0 || left.length === 0) {
      setLive(newest);
      setTyped(new Map());
    }
  }
  const wrong = mistakeIn(wordings, edits);
  const words = useDeferredValue(sought.trim().toLowerCase());
  const shown = wordings.filter((wording) => {
    const text = liveText(wording, lang);
    const given = typed.get(keyOf(lang, wording.en));
    if (filter === 'missing' && text !== '') return false;
    if (filter === 'changed' && (given === undefined || given === text)) return false;
    return `${wording.en} ${text} ${wording.places.join(' ')}`.toLowerCase().includes(words);
  });
  const missing = wordings.filter((wording) => liveText(wording, lang) === '').length;
  return (
    <Card
      title={`Texts of ${live.project.name}`}
      note={`version ${version} is live`}
      footer={
        mayEdit && (
          <EditedFiles
            project={live.project}
            version={version}
            count={edits.length}
            edits={JSON.stringify(edits)}
            counted="text"
            wrong={wrong}
            filesOf={() => editWordings(live.files, edits)}
            onUndo={() => {
              setTyped(new Map());
              setLive(newest);
            }}
          />
        )
      }
    >
      <div className={styles['bar']}>
        <label htmlFor={id}>Language</label>
        <select id={id} value={lang} onChange={(event) => setLang(event.currentTarget.value)}>
          {languages.map((code) => (
            <option key={code} value={code}>
              {nameOfLanguage(code)}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-filter`}>Show</label>
        <select
          id={`${id}-filter`}
          value={filter}
          onChange={(event) => {
            const value = event.currentTarget.value;
            setFilter(FILTER_NAMES.find((name) => name === value) ?? 'all');
          }}
        >
          {FILTER_NAMES.map((name) => (
            <option key={name} value={name}>
              {FILTERS[name]}
            </option>
          ))}
        </select>
        <div className={styles['search']}>
          <Field label="Find a text" type="search" value={sought} onValue={setSought} />
        </div>
      </div>
      <p className="muted small" role="status">
        {shown.length} of {wordings.length} texts
        {missing > 0 && `; ${missing} have no ${nameOfLanguage(lang)}, and are shown in English`}.
      </p>
      <ul className={styles['texts']}>
        {shown.map((wording) => {
          const key = keyOf(lang, wording.en);
          const text = liveText(wording, lang);
          const given = typed.get(key) ?? text;
          return (
            <li key={wording.en}>
              <div>
                <p lang="en">{wording.en}</p>
                <p className="muted small">{wording.places.join(', ')}</p>
              </div>
              <textarea
                aria-label={`${wording.en} in ${nameOfLanguage(lang)}`}
                lang={TAGS[lang] ?? lang}
                dir="auto"
                rows={1}
                maxLength={1_000}
                value={given}
                readOnly={!mayEdit}
                data-changed={given !== text || undefined}
                onChange={(event) => {
                  const value = event.currentTarget.value;
                  setTyped((before) => new Map(before).set(key, value));
                }}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const keyOf = (lang: string, en: string): string => `${lang} ${en}`;
const liveText = ({ en, translations }: Wording, lang: string): string =>
  lang === 'en' ? en : (translations[lang] ?? '');

/** English first, then the languages that the project is sold in. */
function languagesOf({ files }: LiveFiles): readonly string[] {
  const project = files.find(({ path }) => path === 'project.yaml')?.text ?? '';
  const languages = listAt(project, ['langs']);
  return ['en', ...languages.filter((code) => code !== 'en')];
}

/** Typed texts that differ from the live ones. One that was emptied stays as it is. */
function editsOf(
  wordings: readonly Wording[],
  languages: readonly string[],
  typed: ReadonlyMap<string, string>,
) {
  return wordings.flatMap((wording) =>
    languages.flatMap((lang) => {
      const text = typed.get(keyOf(lang, wording.en))?.trim();
      const isSame = text === undefined || text === liveText(wording, lang);
      return isSame || (text === '' && lang !== 'en') ? [] : [{ en: wording.en, lang, text }];
    }),
  );
}

/** Two English texts that become one would share their translations. */
function mistakeIn(
  wordings: readonly Wording[],
  edits: readonly { readonly en: string; readonly lang: string; readonly text: string }[],
): string | null {
  const renamed = new Map(
    edits.flatMap(({ en, lang, text }) => (lang === 'en' ? [[en, text] as const] : [])),
  );
  const after = wordings.map(({ en }) => renamed.get(en) ?? en);
  if (after.includes('')) return 'An English text is empty.';
  const twice = after.find((text, index) => after.indexOf(text) !== index);
  return twice === undefined ? null : `“${twice}” is there already: its translations would be one.`;
}
