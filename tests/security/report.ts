import type { Audit } from './audit.ts';
import type { Outcome } from './run.ts';

/** What was tried and what came of it, for the screen and for docs/attack.md alike. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const themes = [...new Set(outcomes.map(({ theme }) => theme))];
  return themes
    .map((theme) => {
      const rows = outcomes
        .filter((each) => each.theme === theme)
        .map(
          ({ attack, must, outcome, gotThrough }) =>
            `| ${[attack, must, gotThrough ? `**GOT THROUGH**: ${outcome}` : outcome].map(cell).join(' | ')} |`,
        );
      return [
        `## ${theme}`,
        '',
        '| tried | must happen | outcome |',
        '|---|---|---|',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

export function auditOf({ wrong, captures, orders, requests }: Audit): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
  return [
    `Afterwards, of ${requests} requests: orders ${list(orders)}; captures ${list(captures)}.`,
    wrong.length === 0
      ? 'The statement, the rows and the books agree to the cent, no rule is broken, nothing was answered 5xx.'
      : `Wrong:\n\n${wrong.map((each) => `- ${each}`).join('\n')}`,
  ].join('\n');
}

/** One line that a table can hold. */
function cell(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('|', '\\|')
    .slice(0, 400);
}
