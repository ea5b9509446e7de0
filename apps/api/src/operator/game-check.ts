import { readFileSync } from 'node:fs';
import { checkGame } from '../games/check/check-game.ts';
import { REAL_OUTSIDE } from '../platform/http-client/exchange.ts';
import { StartError } from '../platform/start-error.ts';
import { readOptions, runCommand } from './command-line.ts';

const LABELS = { ok: 'ok    ', failed: 'FAILED', note: 'note  ' } as const;
const EXAMPLE =
  'npm run game-check -- --address http://localhost:7000 --key secret --server s1 --cid 1234567 --missing 9999999';

/**
 * Checks that a game keeps the protocol of docs/connecting-a-game.md, and says each fault in a sentence:
 *
 *     npm run game-check -- --address http://localhost:7000 --key secret --server s1 --cid 1234567 --missing 9999999
 *
 * --cid is a character that exists on --server, --missing one that does not. Also: --key-file instead of --key, which other
 * users of the machine can read; --channelid and --vc (game of project.yaml; webpay and 1 by default); --notices yes, when
 * the project has game_notices. Three mails without goods stay in the character's mailbox.
 */
await runCommand(async () => {
  const given = readOptions([
    'address',
    'key',
    'key-file',
    'server',
    'cid',
    'missing',
    'notices',
    'channelid',
    'vc',
  ]);
  const address = needed('address').replace(/\/$/, '');
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new StartError(`--address is "${address}", not an address like http://localhost:7000.`);
  const findings = await checkGame(REAL_OUTSIDE, {
    address,
    key: given['key-file'] === undefined ? needed('key') : readKey(given['key-file']),
    channelid: given.channelid ?? 'webpay',
    vc: given.vc ?? '1',
    serverId: needed('server'),
    cid: needed('cid'),
    missingCid: needed('missing'),
    hasNotices: given.notices === 'yes',
  });
  for (const { outcome, sentence } of findings) console.log(`${LABELS[outcome]}  ${sentence}`);
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length;
  console.log(
    failed === 0
      ? '\nThe game keeps the protocol.'
      : `\n${failed} of ${findings.length} checks failed.`,
  );
  process.exitCode = failed === 0 ? 0 : 1;

  function needed(name: 'address' | 'key' | 'server' | 'cid' | 'missing'): string {
    const value = given[name];
    if (value === undefined || value === '')
      throw new StartError(`--${name} is missing. For example: ${EXAMPLE}`);
    return value;
  }
});

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--key-file ${file} cannot be read: ${why}.`, { cause: error });
  }
}
