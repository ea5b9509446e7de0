/**
 * A failed start that its user can fix; the message is one sentence. Entry points print it and exit
 * with 1; any other error is a bug and printed with its stack.
 */
export class StartError extends Error {}

/** Describes a failed file operation in one sentence; returns any other error unchanged. */
export function fileProblem(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(diskFull(folder), { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(
        `${folder} cannot be written by this user (${error.message}): give it to the user that starts the shop, or set DATA_DIR to a folder of its own.`,
        { cause: error },
      );
    case 'ENOENT':
      return new StartError(`${folder} cannot be made there: set DATA_DIR to a folder on a disk.`, {
        cause: error,
      });
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(notAFolder(folder), { cause: error });
    default:
      return error;
  }
}

export function notAFolder(file: string): string {
  return `${file} is not a folder: remove that file or set DATA_DIR to another place.`;
}

/** Whether PostgreSQL's words mean a full disk: where a page of its own fits partly, it gives no error of the system. */
export function saysDiskFull(said: string): boolean {
  return /No space left|Disk quota|wrote only \d+ of \d+ bytes/.test(said);
}

export function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full: free some space (the embedded database needs at least 100 MB) and start again.`;
}
