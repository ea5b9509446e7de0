import type { ReactNode } from 'react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import styles from './Pictures.module.css';
import { kindOf, type ChosenPicture } from './read-picture.ts';

export type Picture = ConsoleResult<'cataloguePictures'>['pictures'][number];

/** One picture: how it looks, what a draft would change, and the steps. */
export function PictureTile({
  picture,
  edit,
  wrong,
  mayEdit,
  onFile,
  onRemove,
  onUndo,
}: {
  readonly picture: Picture;
  readonly edit: ChosenPicture | null | undefined;
  readonly wrong: string | null;
  readonly mayEdit: boolean;
  readonly onFile: (file: Blob) => void;
  readonly onRemove: () => void;
  readonly onUndo: () => void;
}) {
  const { path, is_brought: isBrought } = picture;
  const name = path.slice('art/'.length);
  const { bytes, width, height } = edit ?? picture;
  const isNew = picture.address === '';
  const image = edit !== null && (
    <img src={edit?.text ?? picture.address} alt="" loading="lazy" decoding="async" />
  );
  return (
    <li aria-label={name} data-changed={edit !== undefined || undefined}>
      {mayEdit ? (
        // The field lies over the picture, so that a file can be dropped on it.
        <FileField
          look="frame"
          label={`Replace ${name}`}
          accept={`.${kindOf(path)}`}
          onFile={onFile}
        >
          {image}
          <span className={styles['replace']}>Replace…</span>
        </FileField>
      ) : (
        <div className={styles['frame']}>{image}</div>
      )}
      <div className={styles['about']}>
        <p className="mono small">{name}</p>
        <p className="muted small">
          {width} × {height}, {(bytes / 1_024).toFixed(1)} kB
        </p>
        <p>{badgeOf(picture, edit)}</p>
        {wrong !== null && (
          <p className={styles['wrong']} role="alert">
            {wrong}
          </p>
        )}
      </div>
      {(edit !== undefined || (mayEdit && isBrought && !isNew)) && (
        <div className={styles['steps']}>
          {edit !== undefined && (
            <Button size="small" aria-label={`Undo ${name}`} onClick={onUndo}>
              Undo
            </Button>
          )}
          {edit === undefined && (
            <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function badgeOf(picture: Picture, edit: ChosenPicture | null | undefined): ReactNode {
  if (edit === null) {
    return (
      <Badge tone="yellow">{picture.is_in_folder ? 'the folder’s comes back' : 'is removed'}</Badge>
    );
  }
  if (edit !== undefined) return <Badge tone="blue">not published yet</Badge>;
  if (picture.is_fixed) return <Badge tone="grey">icon of the app, the folder’s</Badge>;
  return picture.is_brought ? <Badge tone="green">from a version</Badge> : null;
}

/** Takes one file that is chosen, or dropped on it. @param look its class */
export function FileField({
  look,
  label,
  accept,
  children,
  onFile,
}: {
  readonly look: 'frame' | 'new';
  readonly label: string;
  readonly accept: string;
  readonly children: ReactNode;
  readonly onFile: (file: File) => void;
}) {
  return (
    <label className={styles[look]}>
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The field must take the same file again after it is mended.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
