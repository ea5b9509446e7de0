import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from '@typescript/typescript6';
import { analyse } from 'scslre';
import { nodesOf, placeOf, type Source } from './sources.ts';

/** Expressions built from fixed or checked parts. */
const MADE: Readonly<Record<string, string>> = {
  'apps/api/src/operator/inputs.ts': 'cid_pattern of a project.yaml: below',
  'apps/api/src/domain/projects/catalogue-cache.ts': 'cid_pattern of a project.yaml: below',
  'apps/api/src/domain/projects/catalogue-shape.ts': 'the same, read to see whether it can be',
  'apps/storefront/src/features/character/character-id.ts': 'the same, in the browser',
  'apps/api/src/platform/logging/redact.ts':
    'names joined by |, with one repetition each that ends at a mark',
  'packages/contract/src/money.ts': 'digits counted by an exponent',
};

/** Finds regular expressions with exponential or quadratic time. @returns one line each */
export function regexProblems(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    [...nodesOf(source.tree)].flatMap((node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const slow = slowness(node.text.slice(1, end), node.text.slice(end + 1));
        return slow === null ? [] : [`${placeOf(source, node)} ${node.text} is slow: ${slow}`];
      }
      const isMade = ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
      return isMade && !Object.hasOwn(MADE, source.file)
        ? [`${placeOf(source, node)} makes an expression that nobody looked at`]
        : [];
    }),
  );
}

/** Character id patterns of games match input of strangers. */
export function patternProblems(projectFiles: readonly string[]): string[] {
  return projectFiles.flatMap((file) => {
    const pattern = /^cid_pattern: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
    const where = path.basename(path.dirname(file));
    if (pattern === undefined) return [`${where}: no cid_pattern`];
    const slow = slowness(pattern.replace(/^'(.*)'$/, '$1'), '');
    return slow === null ? [] : [`${where}: cid_pattern ${pattern} is slow: ${slow}`];
  });
}

/** Reason why an expression may be slow; null when it is not. */
export function slowness(source: string, flags: string): string | null {
  const { reports } = analyse({ source, flags }, { maxReports: 1 });
  const [report] = reports;
  if (report === undefined) return null;
  const kind = report.exponential ? 'exponential' : 'more than linear';
  return `${kind} on many ${JSON.stringify(report.character.pick)}`;
}
