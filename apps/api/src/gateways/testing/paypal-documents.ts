import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { testJson } from './data.ts';
import type { Recorded } from './recording-proxy.ts';

const content = v.optional(v.record(v.string(), v.object({ schema: v.unknown() })));
const parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean()),
  schema: v.unknown(),
});
type Parameter = v.InferOutput<typeof parameter>;
const operation = v.object({
  parameters: v.optional(v.array(v.union([v.object({ $ref: v.string() }), parameter]))),
  requestBody: v.optional(v.object({ content, required: v.optional(v.boolean()) })),
  responses: v.record(v.string(), v.looseObject({ content, $ref: v.optional(v.string()) })),
});
const openapi = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.optional(
    v.looseObject({
      parameters: v.optional(v.record(v.string(), parameter)),
      responses: v.optional(v.record(v.string(), v.looseObject({ content }))),
    }),
  ),
});

const DOCUMENTS = ['orders-v2', 'payments-v2', 'webhooks-v1', 'oauth2-token'] as const;

type Place = {
  readonly document: string;
  readonly name: string;
  readonly method: string;
  readonly template: RegExp;
  readonly operation: v.InferOutput<typeof operation>;
  readonly parameters: readonly Parameter[];
  readonly shared: Readonly<Record<string, v.InferOutput<typeof shared>>>;
};
const shared = v.looseObject({ content });

const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
ajvFormats.default(ajv);
const places = DOCUMENTS.flatMap(readDocument);

/**
 * Validates a call and its answer against PayPal's OpenAPI documents: operation, parameters,
 * bodies, status. @returns the faults
 */
export function faultsOf(exchange: Recorded): readonly string[] {
  const [path = ''] = exchange.path.split('?');
  const place = places.find(
    (each) => each.method === exchange.method.toLowerCase() && each.template.test(path),
  );
  if (place === undefined) return [`${exchange.method} ${path} is in no document`];
  const { status } = exchange;
  const response = place.operation.responses[status] ?? place.operation.responses['default'];
  const shown = response?.$ref === undefined ? response : place.shared[lastOf(response.$ref)];
  return [
    ...parameterFaults(place, exchange, path),
    ...sentFaults(place, exchange),
    ...(shown === undefined
      ? [`an answer of ${status} is not documented`]
      : bodyFaults(place, shown.content, exchange.body)),
  ].map((fault) => `${place.name} ${status}: ${fault}`);
}

/** The operation of a call in the documents: `post /v2/checkout/orders/{id}/capture`. */
export function operationOf({ method, path }: Recorded): string | undefined {
  const [plain = ''] = path.split('?');
  return places.find((each) => each.method === method.toLowerCase() && each.template.test(plain))
    ?.name;
}

function readDocument(document: (typeof DOCUMENTS)[number]): Place[] {
  const read = v.parse(openapi, testJson(`paypal/paypal-${document}.openapi.json`));
  ajv.addSchema(read, document);
  return Object.entries(read.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({
      document,
      method,
      name: `${method} ${path}`,
      template: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      operation: found,
      parameters: (found.parameters ?? []).flatMap((each) =>
        '$ref' in each ? (read.components?.parameters?.[lastOf(each.$ref)] ?? []) : each,
      ),
      shared: read.components?.responses ?? {},
    })),
  );
}

function parameterFaults(place: Place, { requestHeaders }: Recorded, path: string): string[] {
  return place.parameters.flatMap(({ name, in: where, required, schema }) => {
    const value =
      where === 'header'
        ? requestHeaders[name.toLowerCase()]
        : where === 'path'
          ? place.template.exec(path)?.groups?.[name]
          : undefined;
    if (value === undefined) return required === true ? [`${name} is missing`] : [];
    return faultsBy(place, schema, value).map((fault) => `${name}: ${fault}`);
  });
}

function sentFaults(place: Place, { requestHeaders, requestBody }: Recorded): string[] {
  const { content: wanted, required } = place.operation.requestBody ?? {};
  if (wanted === undefined || (requestBody.length === 0 && required !== true)) return [];
  const sent = requestHeaders['content-type']?.split(';')[0];
  return sent !== undefined && Object.hasOwn(wanted, sent)
    ? bodyFaults(place, wanted, requestBody)
    : [`content-type is ${sent}`];
}

function bodyFaults(place: Place, wanted: v.InferOutput<typeof content>, bytes: Buffer): string[] {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(wanted ?? {});
  if (type === '') return [];
  const text = bytes.toString('utf8');
  try {
    const message: unknown =
      type === 'application/json'
        ? JSON.parse(text)
        : Object.fromEntries(new URLSearchParams(text).entries());
    return faultsBy(place, schema, message);
  } catch {
    return [`a body that is no ${type}: ${text.slice(0, 40)}`];
  }
}

function faultsBy(place: Place, schema: unknown, value: unknown): string[] {
  // References inside a document point to the document itself.
  const text = JSON.stringify(schema).replaceAll('"#/', `"${place.document}#/`);
  const check = ajv.compile(v.parse(v.looseObject({}), JSON.parse(text)));
  return check(value)
    ? []
    : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The issues that a document lists for a refusal, by its schema's name. */
export function issuesOf(document: (typeof DOCUMENTS)[number], schema: string): readonly string[] {
  const { components } = v.parse(
    v.object({ components: v.object({ schemas: v.record(v.string(), v.unknown()) }) }),
    testJson(`paypal/paypal-${document}.openapi.json`),
  );
  const found = JSON.stringify(components.schemas[schema]).matchAll(/"enum":\["([A-Z_]+)"\]/g);
  return [...found].flatMap(([, issue]) => issue ?? []);
}
