// Sample values of the definitions of a protocol, from the generator of random values that the tests use.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { deriveDefinitions } from '../../dist/json-schema/deriveJsonSchema.js';

/** Annotations. */
const IGNORED = new Set(['$comment', 'default', 'deprecated', 'examples']);

/** Loads the generator, which is TypeScript. */
export async function loadSamples() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../test/support/samples.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const { Samples } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return Samples;
}

/**
 * Returns a function that returns a valid value of a definition; each call returns another one.
 *
 * @param Samples the generator
 * @param protocol the compiled protocol. Senders have to keep to the formats of its errata
 * @throws {Error} if a definition has a keyword that the generator does not know
 */
export function sampler(Samples, { definitions, errata }) {
  const schemas = withoutKeywords(Object.fromEntries(deriveDefinitions(definitions, 'draft-07')), IGNORED);
  for (const { place, correction } of errata) {
    const [name, property] = place.split('.');
    const found = schemas[name]?.properties?.[property];
    if (correction.kind === 'format' && found !== undefined) found.format = correction.format;
  }
  const samples = new Samples(schemas, 1, undefined, { formats: true, others: ['x-other'] });
  return (definition) => samples.valid(definition);
}

/**
 * Returns definitions without some keywords, wherever these stand in them.
 *
 * @param definitions schemas by name
 * @param ignored the names of the keywords
 */
export function withoutKeywords(definitions, ignored) {
  const strip = (schema, isSchema) => {
    if (Array.isArray(schema)) return schema.map((part) => strip(part, true));
    if (typeof schema !== 'object' || schema === null) return schema;
    const entries = Object.entries(schema).filter(([keyword]) => !isSchema || !ignored.has(keyword));
    return Object.fromEntries(
      entries.map(([keyword, part]) => [
        keyword,
        keyword === 'const' || keyword === 'enum' ? part : strip(part, !(isSchema && keyword === 'properties')),
      ]),
    );
  };
  return strip(definitions, false);
}
