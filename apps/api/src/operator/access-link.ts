import { LONGEST_LINK_MS, readLink, signLink } from '../domain/access/links/access-link.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand, readCount, readOptions } from './command-line.ts';
import { readSignedCharacter } from './inputs.ts';

/**
 * Signs a link that opens the shop as one character, once (docs/access-link.md), and prints its address:
 *
 *     npm run access-link -- --project miniflix --server 112 --cid 123456
 *
 * Also: --minutes (10, up to 60), --ref (the link's own number; a new one by default), --key-file (the game's key; by
 * default the environment's, which is the sandbox's), --shop (its address).
 */
await runCommand(async () => {
  const given = readOptions(['project', 'server', 'cid', 'minutes', 'ref', 'key-file', 'shop']);
  const minutes = readCount('minutes', given.minutes, 10, LONGEST_LINK_MS / 60_000);
  const { project, server, cid, ref, key, shop } = await readSignedCharacter(
    given,
    'npm run access-link -- --project miniflix --server 112 --cid 123456',
  );
  const iat = Date.now();
  const link = signLink(key, {
    v: 1,
    use: 'link',
    website_code: project.code,
    server_id: server,
    cid,
    ref,
    iat,
    exp: iat + minutes * 60_000,
  });
  if (readLink(key, link, iat) === null) {
    throw new StartError('The shop would not take this link: look at docs/access-link.md.');
  }
  console.log(`${shop}/${project.code}#link=${link}`);
});
