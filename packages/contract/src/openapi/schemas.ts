import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function objectOf(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/**
 * JSON schemas for OpenAPI 3.1. A shape of `shared` becomes a reference to its name.
 * @param ignoreActions rules that JSON Schema cannot express
 */
export function schemasOf(
  shared: Readonly<Record<string, GenericSchema>>,
  ignoreActions: NonNullable<ConversionConfig['ignoreActions']>,
) {
  const config = (typeMode: 'input' | 'output'): ConversionConfig => ({
    target: 'draft-2020-12',
    typeMode,
    definitions: { ...shared },
    overrideRef: ({ referenceId }) => ref(referenceId).$ref,
    ignoreActions,
  });
  return {
    shared: () => toJsonSchemaDefs({ ...shared }, config('output')),
    /** Without the definitions, which the document has once for all. */
    of: (shape: GenericSchema, typeMode: 'input' | 'output'): object => {
      const { $schema: _schema, $defs: _shared, ...schema } = toJsonSchema(shape, config(typeMode));
      return schema;
    },
  };
}
