import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useCall, useMe } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { EditedFiles } from './EditedFiles.tsx';
import styles from './Pictures.module.css';
import { FileField, PictureTile, type Picture } from './PictureTile.tsx';
import { placeOf, readPicture, type ChosenPicture } from './read-picture.ts';
import { ShopTabs } from './ShopTabs.tsx';

type Live = ConsoleResult<'cataloguePictures'>;
/** Chosen pictures by their place; null: the brought one is removed. */
type Edits = ReadonlyMap<string, ChosenPicture | null>;

/** One import takes as much. */
const MAX_FILES = 40;
const MAX_BYTES = 1_048_576;

/** Every picture of a project; chosen ones become a draft. */
export function Pictures() {
  const { projects, permissions } = useMe();
  const { project: named } = useParams();
  const chosen = useProject();
  const code = named ?? chosen ?? projects[0]?.code ?? '';
  const query = useCall('cataloguePictures', { project: code });
  const mayEdit = permissions.includes('publish.money');
  return (
    <Page title="Pictures" note="edits become a draft">
      <ShopTabs code={code} part="pictures" />
      {!mayEdit && <Note tone="grey">You can look. Live-ops, finance and admins edit.</Note>}
      <Reading query={query} failed="The pictures could not be read." skeletonRows={10}>
        {(live) =>
          live.version === null || live.project.code !== code ? (
            <EmptyState icon={<IconPhoto />} title="No version of this catalogue is kept yet" />
          ) : (
            <PictureEditor key={code} newest={live} mayEdit={mayEdit} />
          )
        }
      </Reading>
    </Page>
  );
}

function PictureEditor({ newest, mayEdit }: { readonly newest: Live; readonly mayEdit: boolean }) {
  // Edits are about the version on which they began: the server refuses them when another one changed the file.
  const [live, setLive] = useState(newest);
  const [edits, setEdits] = useState<Edits>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [sought, setSought] = useState('');
  if (live !== newest && [...edits].every((edit) => isPublished(newest, edit))) {
    setLive(newest);
    if (edits.size > 0) setEdits(new Map());
  }
  const version = live.version ?? 0;
  const known = new Set(live.pictures.map(({ path }) => path));
  const fresh = [...edits.values()].flatMap((edit) =>
    edit === null || known.has(edit.path) ? [] : [asPicture(edit)],
  );
  const words = sought.trim().toLowerCase();
  const shown = [...fresh, ...live.pictures].filter(({ path }) => path.includes(words));
  const say = (path: string, problem: string | null): void =>
    setWrong((before) => {
      const after = new Map(before);
      if (problem === null) after.delete(path);
      else after.set(path, problem);
      return after;
    });
  const choose = async (path: string, file: Blob): Promise<void> => {
    const read = await readPicture(path, file);
    say(path, typeof read === 'string' ? read : null);
    if (typeof read !== 'string') setEdits((before) => new Map(before).set(path, read));
  };
  const add = (file: File): void => {
    const path = placeOf(file.name);
    const picture = live.pictures.find((each) => each.path === path);
    const problem =
      path === null
        ? `${file.name} is no name of a picture: use letters, digits and dashes, and .webp or .png.`
        : picture?.is_fixed === true
          ? `${file.name} is an icon of the installed app, which stays the folder’s.`
          : null;
    say(NEW, problem);
    if (path !== null && problem === null) {
      setSought('');
      void choose(path, file).then(() => setSought(path.slice('art/'.length)));
    }
  };
  const undo = (path: string): void => {
    say(path, null);
    setEdits((before) => new Map([...before].filter(([each]) => each !== path)));
  };
  const size = [...edits.values()].reduce((sum, edit) => sum + (edit?.text.length ?? 0), 0);
  return (
    <Card
      title={`Pictures of ${live.project.name}`}
      note={`version ${version} is live`}
      footer={
        mayEdit && (
          <EditedFiles
            project={live.project}
            version={version}
            count={edits.size}
            edits={JSON.stringify([...edits].map(([path, edit]) => [path, edit?.hash]))}
            counted="picture"
            wrong={
              edits.size > MAX_FILES || size > MAX_BYTES
                ? `One draft takes ${MAX_FILES} pictures, of 1 MB together.`
                : null
            }
            filesOf={() => [...edits].map(([path, edit]) => ({ path, text: edit?.text ?? '' }))}
            onUndo={() => {
              setEdits(new Map());
              setWrong(new Map());
              setLive(newest);
            }}
          />
        )
      }
    >
      <div className={styles['bar']}>
        <div className={styles['search']}>
          <Field label="Find a picture" type="search" value={sought} onValue={setSought} />
        </div>
        {mayEdit && (
          <FileField look="new" label="New picture" accept=".webp,.png" onFile={add}>
            <IconPhotoPlus aria-hidden /> New picture…
          </FileField>
        )}
      </div>
      <p className={`muted small ${styles['count']}`} role="status">
        {shown.length} of {fresh.length + live.pictures.length} pictures. WebP or PNG, up to 96 kB.
      </p>
      {wrong.has(NEW) && (
        <Note tone="red" role="alert">
          {wrong.get(NEW)}
        </Note>
      )}
      <ul className={styles['grid']}>
        {shown.map((picture) => (
          <PictureTile
            key={picture.path}
            picture={picture}
            edit={edits.get(picture.path)}
            wrong={wrong.get(picture.path) ?? null}
            mayEdit={mayEdit && !picture.is_fixed}
            onFile={(file) => void choose(picture.path, file)}
            onRemove={() => setEdits((before) => new Map(before).set(picture.path, null))}
            onUndo={() => undo(picture.path)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Key of what is wrong with a new picture, which has no place yet. */
const NEW = '';

/** Shown in the grid before any version has it. */
function asPicture({ path, bytes, width, height }: ChosenPicture): Picture {
  const where = { is_brought: false, is_in_folder: false, is_fixed: false };
  return { path, address: '', bytes, width, height, ...where };
}

/** True once the live version shows what was chosen. */
function isPublished(
  { pictures }: Live,
  [path, edit]: readonly [string, ChosenPicture | null],
): boolean {
  const picture = pictures.find((each) => each.path === path);
  if (edit === null) return picture?.is_brought !== true;
  return picture?.address.endsWith(`?v=${edit.hash}`) === true;
}
