import { CONSOLE_API } from '@webpay/contract/console/operations';
import type { ApiDescription } from './docs.ts';

type Operation = ApiDescription['paths'][string][string];
type Place = { readonly method: string; readonly address: string; readonly operation: Operation };

/** The description of the API as one page without a script. */
export function docsPage({ info, paths, components }: ApiDescription): string {
  const places = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]): Place => ({
      method: method.toUpperCase(),
      address,
      operation,
    })),
  );
  const links = places.map(
    ({ method, address, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method} ${shortOf(address)}</code> ${escaped(operation.summary)}</a></li>`,
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<section id="${name}"><h3>${name}</h3>${schemaText(schema)}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header><a href="/">Console</a> · <a href="${CONSOLE_API}/openapi.json">openapi.json</a></header>
<main>
<h1>${escaped(info.title)}</h1>
${info.description
  .split('\n')
  .map((line) => `<p>${marked(line)}</p>`)
  .join('\n')}
<p>Addresses begin with <code>${CONSOLE_API}</code>.</p>
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>
${places.map(operationSection).join('\n')}
<h2 id="shapes">Shapes</h2>
${shapes.join('\n')}
</main>
</body>
</html>
`;
}

function operationSection({ method, address, operation }: Place): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const access =
    description ?? (operation.security.length === 0 ? 'Needs no session.' : 'Needs a session.');
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td>${rulesOf(schema)}</td></tr>`,
  );
  const input = requestBody?.content['application/json']?.schema;
  const output = responses['200']?.content['application/json']?.schema;
  const problems = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, answer]) => `<li><code>${status}</code> ${marked(answer.description)}</li>`);
  return `<section id="${operationId}">
<h2><code>${method} ${shortOf(address)}</code></h2>
<p>${escaped(summary)} ${marked(access)}</p>
${rows.length === 0 ? '' : `<div class="wide"><table><thead><tr><th>field</th><th>place</th><th>rule</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`}
${input === undefined ? '' : `<details><summary>Body</summary>${schemaText(input)}</details>`}
${output === undefined ? '' : `<details><summary>Answer</summary>${schemaText(output)}</details>`}
<details><summary>Refusals</summary><ul>${problems.join('')}</ul></details>
</section>`;
}

/** A schema as text, with links to the shapes that it names. */
function schemaText(schema: object): string {
  const text = escaped(JSON.stringify(schema, null, 2));
  const linked = text.replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    '<a href="#$1">#/components/schemas/$1</a>',
  );
  return `<pre>${linked}</pre>`;
}

/** The rules of a field of the address, without its type: all of them are texts. */
function rulesOf({
  type: _type,
  description,
  ...rules
}: Readonly<Record<string, unknown>>): string {
  if (typeof description === 'string') return marked(description);
  const list = Object.entries(rules).map(
    ([rule, value]) => `${rule} <code>${escaped(valueText(value))}</code>`,
  );
  return list.join(', ');
}

const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : String(value);

const shortOf = (address: string): string => escaped(address.slice(CONSOLE_API.length));

/** Text with `code` between backquotes. */
const marked = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
