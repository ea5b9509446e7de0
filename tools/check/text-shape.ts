const TYPES: ReadonlySet<string> = new Set(['plural', 'select', 'selectordinal']);
const PLURAL_FORM = /^(?:=\d+|zero|one|two|few|many|other)$/;

type Argument = { readonly type: string; readonly forms: string[] };

/**
 * Faults that the compiler of messages accepts: a form written twice (the later one wins), a type that the shop
 * does not format, choices without `other`, and a closing brace too many.
 */
export function shapeProblems(text: string): string[] {
  const found: string[] = [];
  // A level is a message (null) or an argument.
  const levels: (Argument | null)[] = [null];
  let words = '';
  for (const char of text) {
    const level = levels.at(-1);
    if (char === '{') {
      if (level) {
        found.push(...formProblems(level, words.trim()));
        levels.push(null);
      } else {
        levels.push({ type: '', forms: [] });
      }
      words = '';
    } else if (char === '}') {
      if (levels.length === 1) return [...found, 'has a closing brace too many'];
      levels.pop();
      if (level) found.push(...argumentProblems(level, words));
      words = '';
    } else if (char === ',' && level && level.forms.length === 0) {
      levels[levels.length - 1] = { ...level, type: typeAfter(level, words) };
      words = '';
    } else {
      words += char;
    }
  }
  return found;
}

/** The name has a comma after it, and so has the type. */
const NAMED = 'named';
function typeAfter(level: Argument, words: string): string {
  return level.type === '' ? NAMED : words.trim();
}

function formProblems({ type, forms }: Argument, form: string): string[] {
  const isTwice = forms.includes(form);
  forms.push(form);
  return [
    ...(isTwice ? [`has the form ${form} twice`] : []),
    ...(type !== 'select' && !PLURAL_FORM.test(form)
      ? [`has the unknown plural form ${form}`]
      : []),
  ];
}

function argumentProblems({ type, forms }: Argument, words: string): string[] {
  if (type === '') return [];
  const own = type === NAMED ? words.trim() : type;
  if (!TYPES.has(own)) return [`has the unknown type ${own}`];
  return forms.includes('other') ? [] : ['lacks the form other'];
}
