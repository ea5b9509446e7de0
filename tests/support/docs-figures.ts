import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FIGURES = /<!-- figures -->[\s\S]*?<!-- \/figures -->/;

/** Replaces the figures on a page of docs/ by a table and its command. */
export async function writeFigures(page: string, command: string, table: string): Promise<void> {
  const file = path.join(import.meta.dirname, '../../docs', page);
  const text = await readFile(file, 'utf8');
  const figures = `\`\`\`\n${command}\n\`\`\`\n\n${table}`;
  await writeFile(
    file,
    text.replace(FIGURES, () => `<!-- figures -->\n\n${figures}\n\n<!-- /figures -->`),
  );
}
