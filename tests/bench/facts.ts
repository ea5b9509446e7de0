import { execFileSync } from 'node:child_process';
import { cpus, platform, release, totalmem } from 'node:os';

/** Machine and versions of a run. */
export type Facts = Readonly<Record<string, string>>;

export function machineFacts(): Facts {
  const processors = cpus();
  return {
    cores: String(processors.length),
    processor: processors[0]?.model.trim() ?? 'unknown',
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${platform()} ${release()}`,
    node: process.version,
    commit: commit(),
  };
}

/** Absent when the code has no git history. */
function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        cwd: import.meta.dirname,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    const isClean = git('status', '--porcelain', '--untracked-files=no') === '';
    return git('rev-parse', '--short', 'HEAD') + (isClean ? '' : ' and changes');
  } catch {
    return 'unknown';
  }
}
