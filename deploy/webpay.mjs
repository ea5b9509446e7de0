#!/usr/bin/env node
// Runs a program of a release of WebPay. Node alone is needed: node webpay.mjs --help
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const HERE = import.meta.dirname;
const FILES = ['apps/storefront/dist/builds', 'apps/console/dist/assets'];
/** These read files only. */
const WITHOUT_DATABASE =
  /^(?:operator )?(?:catalogue (?:check|texts)\b|mall-token|access-link|commands\b)/;

const { version, node, programs } = JSON.parse(
  readFileSync(path.join(HERE, 'release.json'), 'utf8'),
);
const [name = '--help', ...rest] = process.argv.slice(2);
const isHelp = rest.some((word) => word === '--help' || word === '-h');

if (Number.parseInt(process.versions.node, 10) < Number.parseInt(node, 10)) {
  fail(`Node.js ${process.versions.node} is too old for this release: install version ${node}.`);
} else if (name === '--version') {
  console.log(version);
} else if (name === '--help' || name === '-h') {
  console.log(usage());
} else if (name === 'share-files') {
  shareFiles(rest[0]);
} else if (name === 'health') {
  await askHealth(rest[0] ?? (process.env.METRICS_PORT || '4020'));
} else if (!Object.hasOwn(programs, name)) {
  fail(`There is no program "${name}": node webpay.mjs --help lists them.`);
} else if (isHelp) {
  // `operator reconcile --help` describes reconcile.
  console.log((name === 'operator' && programs[rest[0]]) || programs[name]);
} else if (!namesDatabase() && !WITHOUT_DATABASE.test(process.argv.slice(2).join(' '))) {
  fail('DATABASE_URL is missing: a release has no database of its own, so name a PostgreSQL.');
} else {
  process.argv.splice(1, 2, path.join(HERE, 'lib', `${name}.mjs`));
  await import(`./lib/${name}.mjs`);
}

function namesDatabase() {
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env;
  return Boolean(DATABASE_URL) || Boolean(DATABASE_URL_FILE);
}

function usage() {
  const names = Object.keys(programs);
  return `WebPay ${version}: node webpay.mjs PROGRAM [ARGUMENTS]

${names.map((each) => `  ${each}`).join('\n')}
  share-files FOLDER
  health [PORT]

node webpay.mjs PROGRAM --help describes a program. share-files gives this release the browser files
of the release in FOLDER, and that one these, for pages that are open during an upgrade. health ends with 0 if /readyz on PORT (METRICS_PORT) answers 200.`;
}

/** Names of files contain a hash of their content: none is ever overwritten with another content. */
function shareFiles(other) {
  if (!other || !existsSync(path.join(other, 'release.json'))) {
    fail('Name the folder of another release: node webpay.mjs share-files FOLDER');
    return;
  }
  for (const folder of FILES) {
    const [own, theirs] = [HERE, other].map((root) => path.join(root, folder));
    copyMissing(theirs, own);
    copyMissing(own, theirs);
  }
  console.log(`Shared the browser files of ${path.resolve(other)} and ${HERE}.`);
}

function copyMissing(from, to) {
  for (const each of existsSync(from) ? readdirSync(from) : []) {
    if (existsSync(path.join(to, each))) continue;
    cpSync(path.join(from, each), path.join(to, each), {
      recursive: true,
      preserveTimestamps: true,
    });
  }
}

async function askHealth(port) {
  const signal = AbortSignal.timeout(2_000);
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
  if (answer?.status === 200) console.log('ready');
  else
    fail(answer === null ? `Port ${port} does not answer.` : `Not ready: ${await answer.text()}`);
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
