import type { Engine } from './surface.ts';

const HEAD = `# Other engines

The journeys of \`npm test\` run in Chromium. The three main ones run in two more engines by command, as Debian ships them:

\`\`\`
apt-get install firefox-esr                # then: npm run engines -- firefox
apt-get install webkit2gtk-driver xvfb     # then: npm run engines -- webkit
\`\`\`

puppeteer-core drives Firefox by WebDriver BiDi; selenium-webdriver drives WebKit by W3C WebDriver on a virtual screen. Clicks and keys are
the browser's own. The command writes the last result of each engine here:

| engine | journey | |
|---|---|---|
`;

/** Replaces one engine's rows in the record and keeps the others. */
export function engineReport(
  before: string,
  engine: Pick<Engine, 'name' | 'version'>,
  outcomes: Readonly<Record<string, string>>,
): string {
  const kept = before
    .split('\n')
    .filter((line) => /^\| (Firefox|WebKit) /.test(line) && !line.startsWith(`| ${engine.name} `));
  const rows = Object.entries(outcomes).map(
    ([journey, outcome]) => `| ${engine.name} ${engine.version} | ${journey} | ${outcome} |`,
  );
  return `${HEAD}${[...kept, ...rows].toSorted().join('\n')}\n`;
}
