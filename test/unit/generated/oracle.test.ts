/** The guards agree with Ajv on the derived JSON Schema, over random values and over values with one fault. */

import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import * as v20241105 from '@mcp-gen/protocol/2024-11-05';
import * as v20250326 from '@mcp-gen/protocol/2025-03-26';
import { deriveText, schemaText } from '../../support/schemas.js';
import { replaceAt, Samples, type Schema } from '../../support/samples.js';

const ROUNDS = 100;

/**
 * Where guards ask for more than the JSON Schema, by intention: params that are written in place take the `_meta` of
 * their base, which the JSON Schema leaves out. A value that only Ajv accepts must be accepted by both without it.
 */
const STRICTER = { place: 'params/_meta', without: withoutParamsMeta };

describe.each([
  { revision: '2024-11-05', generated: v20241105 },
  { revision: '2025-03-26', generated: v20250326 },
])('guards of $revision', ({ revision, generated: module }) => {
  const generated: { readonly [name: string]: unknown } = module;
  const jsonSchema = JSON.parse(deriveText(schemaText(revision), revision)) as {
    definitions: { [name: string]: Schema };
  };
  const names = Object.keys(jsonSchema.definitions);
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(jsonSchema, 'schema');
  const samples = new Samples(jsonSchema.definitions, 20250326);

  test('agree with Ajv on every definition', () => {
    const counts = { accepted: 0, refused: 0, stricter: 0 };
    for (const name of names) {
      const validate = ajv.getSchema(`schema#/definitions/${name}`) as ValidateFunction;
      const guard = generated[`is${name}`] as (value: unknown) => boolean;
      for (let round = 0; round < ROUNDS; round++) {
        const valid = samples.valid(name);
        expect(validate(valid), `${name} is valid: ${JSON.stringify(valid)}`).toBe(true);
        const mutation = samples.mutate(name, valid);
        const values = mutation === undefined ? [valid] : [valid, mutation.value];
        for (const value of values) {
          const expected = validate(value);
          const shown = `${name}, ${mutation?.fault ?? 'valid'} at ${mutation?.pointer ?? ''}: ${JSON.stringify(value)}`;
          if (expected && !guard(value)) {
            const relaxed = STRICTER.without(value);
            expect(guard(relaxed) && validate(relaxed), `${shown} (more than ${STRICTER.place} differs)`).toBe(true);
            counts.stricter++;
            continue;
          }
          expect(guard(value), shown).toBe(expected);
          counts[expected ? 'accepted' : 'refused']++;
        }
      }
    }
    expect(names).toHaveLength(revision === '2024-11-05' ? 79 : 83);
    expect(counts.accepted + counts.refused).toBeGreaterThan(10_000);
    expect(counts.refused, 'faults that are seen').toBeGreaterThan(3_000);
    expect(counts.stricter, 'cases of the intended difference').toBeGreaterThan(0);
  });
});

/** A message, or each message of a batch, without the `_meta` in its params. */
function withoutParamsMeta(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutParamsMeta);
  return isObject(value) && isObject(value['params']) ? replaceAt(value, '/params/_meta', undefined) : value;
}
