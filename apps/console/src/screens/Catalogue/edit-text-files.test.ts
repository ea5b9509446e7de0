import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  editWordings,
  listAt,
  setValuesAt,
  valuesAt,
  wordingsOf,
  type TextFile,
} from './edit-text-files.ts';

const FOLDER = path.join(import.meta.dirname, '../../../../../catalogue/miniflix');
const FILES: readonly TextFile[] = [
  ...readdirSync(FOLDER).filter((name) => name.endsWith('.yaml')),
  ...readdirSync(path.join(FOLDER, 'texts')).map((name) => `texts/${name}`),
].map((name) => ({ path: name, text: readFileSync(path.join(FOLDER, name), 'utf8') }));
const textOf = (name: string, files = FILES) =>
  files.find((file) => file.path === name)?.text ?? '';

describe('wordings of a catalogue', () => {
  it('are its English texts, with every place and translation', () => {
    const bigger = wordingsOf(FILES).find(({ en }) => en === 'Bigger top-up, bigger bonus');
    expect(bigger?.places).toEqual(['project › popup_text', 'project › banners › text']);
    expect(bigger?.translations['de']).toBe('Mehr aufladen, mehr Bonus');
    const gems = wordingsOf(FILES).find(({ en }) => en === '60 Gems');
    expect(gems?.places).toEqual(['products › gems-60 › name']);
  });

  it('a translation changes one value of one file, and no other byte', () => {
    const edited = editWordings(FILES, [{ en: 'Gems', lang: 'de', text: 'Juwelen "neu"' }]);
    expect(edited).toEqual([
      {
        path: 'texts/de.json',
        text: textOf('texts/de.json').replace(
          '"Gems": "Edelsteine"',
          '"Gems": "Juwelen \\"neu\\""',
        ),
      },
    ]);
  });

  it('an English text is renamed in every place and in every language, whose translations stay', () => {
    const en = 'Bigger top-up, bigger bonus';
    const edited = editWordings(FILES, [
      { en, lang: 'en', text: 'More gems: more fun' },
      { en, lang: 'de', text: 'Mehr Spaß' },
    ]);
    expect(textOf('project.yaml', edited)).toBe(
      textOf('project.yaml').replaceAll(`'${en}'`, '"More gems: more fun"'),
    );
    expect(JSON.parse(textOf('texts/de.json', edited))).toMatchObject({
      'More gems: more fun': 'Mehr Spaß',
    });
    const languages = FILES.filter(({ path: name }) => name.startsWith('texts/'));
    expect(edited).toHaveLength(languages.length + 1);
    expect(wordingsOf(edited).map((each) => each.en)).not.toContain(en);
  });

  it('a missing translation is added at the end, also to a language without a file', () => {
    const lacking = textOf('texts/de.json').replace(/,\n {2}"60 Gems": [^\n]+(?=,\n)/, '');
    expect(lacking).not.toBe(textOf('texts/de.json'));
    const files = FILES.filter(({ path: name }) => name !== 'texts/de.json');
    const edit = { en: '60 Gems', lang: 'de', text: '60 Edelsteine' };
    const [added] = editWordings([...files, { path: 'texts/de.json', text: lacking }], [edit]);
    expect(added?.text).toBe(lacking.replace(/"\n\}/, '",\n  "60 Gems": "60 Edelsteine"\n}'));
    const [begun] = editWordings(files, [edit]);
    expect(begun).toEqual({
      path: 'texts/de.json',
      text: '{\n  "60 Gems": "60 Edelsteine"\n}\n',
    });
  });
});

it('lists the languages of a project', () => {
  expect(listAt(textOf('project.yaml'), ['langs'])).toContain('tw');
  expect(listAt(textOf('project.yaml'), ['name'])).toEqual([]);
});

describe('values of a theme', () => {
  const theme = textOf('theme.yaml');

  it('are read and written in place', () => {
    expect(valuesAt(theme, ['tokens']).get('btn')).toBe('#009241');
    const edited = setValuesAt(theme, ['tokens'], new Map([['btn', '#118844']]));
    expect(edited).toBe(theme.replace("btn: '#009241'", 'btn: "#118844"'));
    expect(setValuesAt(theme, [], new Map([['mode', 'dark']]))).toContain('mode: "dark"\n');
  });

  it('hold what stands in quotes after any edit', () => {
    const odd = 'a: b # "c"\\';
    const edited = setValuesAt(theme, ['tokens'], new Map([['halo', odd]]));
    expect(parse(edited)).toMatchObject({ tokens: { halo: odd } });
  });
});
