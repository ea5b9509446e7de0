import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import { factsOfPicture } from '@webpay/contract/console/picture-files';
import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';
import type { Ctx } from '../../context.ts';
import { fileAddresses, namesIn } from '../projects/catalogue-files.ts';
import { readPicture } from '../projects/draft-picture.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { scopeOf, type Sees } from './scope.ts';

/** Pictures of one answer; a project has some fifty. */
const MAX_PICTURES = 300;
/** Icons of the installed app (install.ts): browsers read them by these names, from the folder. */
const APP_ICON = /^art\/app-/;

/** Every picture of a project, as its pages show it; null: there is no such project, or not for this operator. */
export async function readPictures(
  ctx: Ctx,
  operator: Sees,
  { project: code }: ConsoleInput<'cataloguePictures'>,
): Promise<ConsoleResult<'cataloguePictures'> | null> {
  const project = ctx.catalogue.project(code);
  if (project === null || scopeOf(operator, code)?.length === 0) return null;
  const live = await liveVersion(ctx.db, code);
  const texts =
    live === null ? new Map<string, string>() : await textsOf(ctx.db, code, live.number);
  const dir = ctx.config.catalogueDir;
  const inFolder = (await namesIn(dir, `${code}/art`)).map((name) => `art/${name}`);
  const paths = [...new Set([...inFolder, ...texts.keys()])].filter((each) =>
    PICTURE_PATH.test(each),
  );
  const addressOf = fileAddresses({ dir, project: code, texts }, code);
  const pictures = paths
    .toSorted()
    .slice(0, MAX_PICTURES)
    .map(async (file) => {
      const kind = file.endsWith('.png') ? 'png' : 'webp';
      const brought = readPicture(texts.get(file) ?? '')?.bytes;
      const bytes = brought ?? (await readFile(path.join(dir, code, file)));
      const facts = factsOfPicture(kind, bytes);
      return {
        path: file,
        address: await addressOf(file.slice('art/'.length), file),
        bytes: bytes.length,
        width: facts?.width ?? 0,
        height: facts?.height ?? 0,
        is_brought: brought !== undefined,
        is_in_folder: inFolder.includes(file),
        is_fixed: APP_ICON.test(file),
      };
    });
  return {
    project: { code, name: project.name['en'] ?? code },
    version: live?.number ?? null,
    pictures: await Promise.all(pictures),
  };
}
