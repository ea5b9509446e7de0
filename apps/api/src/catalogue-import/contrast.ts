import { COLOUR, contrast, PAIRS, TEXT } from '@webpay/contract/console/contrast';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';

/** Refuses colours that players cannot read. @throws CatalogueError naming both and their ratio */
export function checkContrast(folder: string, tokens: Readonly<Record<string, string>>): void {
  const colour = (name: string): string => {
    const value = tokens[name] ?? '';
    if (COLOUR.test(value)) return value;
    const why = `"${value}" is not a colour like #009241, so its contrast cannot be measured`;
    return refuse(folder, name, why);
  };
  for (const [front, back, limit] of PAIRS) {
    const [one, other] = [colour(front), colour(back)];
    const ratio = contrast(one, other);
    if (ratio >= limit) continue;
    // Rounded down, so that a ratio of 4.499 is not shown as 4.5.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    const what = limit === TEXT ? 'text' : 'a shape';
    const why = `${one} on ${back} ${other} has a contrast of ${shown} : 1, ${what} needs ${limit} : 1`;
    refuse(folder, front, why);
  }
}

function refuse(folder: string, token: string, why: string): never {
  throw new CatalogueError({ file: `${folder}/theme.yaml`, field: `tokens.${token}`, why });
}
