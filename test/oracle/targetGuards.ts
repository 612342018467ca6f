/** What other targets generate, as guards: zod schemas, JSON Schema, and the derived JSON Schema. */

import { compileFunction } from 'node:vm';
import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import ts from 'typescript';
import * as zod from 'zod';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import { compileText, deriveText } from '../support/compileText.js';
import { emitProtocols } from '../support/emitProtocols.js';

export type Guards = { readonly [definition: string]: Guard };

/** The text that a target generates for a revision. */
export function emitTarget(text: string, revision: string, target: 'zod' | 'json-schema'): string {
  const [file, ...others] = emitProtocols([compileText(text, revision)], target);
  expect(others).toEqual([]);
  return file?.text ?? '';
}

/** The zod schemas of a revision, as guards. */
export function zodGuards(text: string, revision: string): Guards {
  const { outputText } = ts.transpileModule(emitTarget(text, revision, 'zod'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: { [name: string]: zod.ZodType } = {};
  const run = compileFunction(outputText, ['exports', 'require']) as (exports: object, require: () => object) => void;
  run(exports, () => zod);
  const schemas = Object.entries(exports).filter(([, schema]) => schema instanceof zod.ZodType);
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name.replace(/Schema$/, ''), (value) => schema.safeParse(value).success]),
  );
}

const OPTIONS: Options = { strictTypes: false, strictTuples: false, validateFormats: false };

/** The definitions of a JSON Schema, as guards. */
export function jsonSchemaGuards(text: string, revision: string): Guards {
  return guardsOf(emitTarget(text, revision, 'json-schema'), OPTIONS);
}

/** The definitions of the derived JSON Schema, as guards. */
export function derivedGuards(text: string, revision: string): Guards {
  return guardsOf(deriveText(text, revision), { ...OPTIONS, strict: false });
}

function guardsOf(text: string, options: Options): Guards {
  const schema = JSON.parse(text) as { readonly $defs?: object; readonly definitions?: object };
  const keyword = schema.$defs ? '$defs' : 'definitions';
  const ajv = schema.$defs ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema, 'schema');
  return Object.fromEntries(
    Object.keys(schema[keyword] ?? {}).map((name): [string, Guard] => {
      let validate: ReturnType<typeof ajv.getSchema>;
      return [name, (value) => (validate ??= ajv.getSchema(`schema#/${keyword}/${name}`))?.(value) === true];
    }),
  );
}
