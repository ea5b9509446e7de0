import ts from '@typescript/typescript6';
import { slowness } from '../../apps/api/src/catalogue-import/pattern.ts';
import { nodesOf, placeOf, type Source } from './sources.ts';

/** Expressions built from fixed or checked parts. */
const MADE: Readonly<Record<string, string>> = {
  'apps/api/src/operator/inputs.ts': 'cid_pattern of a project.yaml, which the import checks',
  'apps/api/src/catalogue-import/pattern.ts':
    'one character or class, tested against one character',
  'apps/api/src/domain/projects/catalogue-cache.ts':
    'cid_pattern of a project.yaml, which the import checks',
  'apps/api/src/domain/projects/catalogue-shape.ts':
    'the same, compiled to see whether it is valid',
  'apps/storefront/src/features/character/character-id.ts': 'the same, in the browser',
  'apps/api/src/platform/logging/redact.ts':
    'names joined by |, with one repetition each that ends at a delimiter',
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
        ? [
            `${placeOf(source, node)} builds an expression that tools/check/regexes.ts does not list`,
          ]
        : [];
    }),
  );
}
