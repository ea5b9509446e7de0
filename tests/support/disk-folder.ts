import { tmpdir } from 'node:os';

/** The machine's temporary folder, for shops that sync to a disk: TMPDIR of a run of tests lies in memory. */
export const diskFolder = (): string => process.env['WEBPAY_DISK_TMPDIR'] ?? tmpdir();
