import { stat } from 'node:fs/promises';
import { makeDataDir } from '../private-files.ts';
import { StartError } from '../start-error.ts';
import { ancestors, findOrMakeUser, isRoot, type SystemUser } from '../system-user.ts';

/** `postgres` comes with a server package of the system; otherwise a restricted user is created. */
const NAMES = ['postgres', 'webpay-postgres'] as const;

/** The database's system user: PostgreSQL refuses root, so root uses another user. Null: the current user. */
export async function databaseUser(): Promise<SystemUser | null> {
  if (!isRoot()) return null;
  const user = await findOrMakeUser(NAMES);
  if (user) return user;
  throw new StartError(
    `PostgreSQL refuses to run as root and no user could be made for it: run "useradd --system ${NAMES[1]}", or start the shop as an ordinary user.`,
  );
}

/**
 * Creates DATA_DIR with passage, not listing, for the database's user.
 * @throws StartError naming the first parent folder that does not let the user through
 */
export async function makePassable(folder: string, user: SystemUser | null): Promise<void> {
  makeDataDir(folder);
  if (!user) return;
  for (const each of ancestors(folder)) {
    const { mode, uid, gid } = await stat(each);
    const mayPass =
      uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (!mayPass) {
      throw new StartError(
        `The database runs as user "${user.name}", whom the folder ${each} does not let through to ${folder}: run "chmod o+x ${each}", or set DATA_DIR to a folder it can reach.`,
      );
    }
  }
}
