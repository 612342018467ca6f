/** Loads generated code that is not on disk, as a program would. */

import { compileFunction } from 'node:vm';
import * as codegen from '@mcp-gen/runtime/codegen/v1';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import * as limits from '@mcp-gen/runtime/codegen/v1/limits';
import * as explanations from '@mcp-gen/runtime/codegen/v1/explain';
import type { Shapes } from '@mcp-gen/runtime/codegen/v1/explain';
import { transformSync } from 'esbuild';
import type { GeneratedFile } from '../../generator/targets/file.js';

/** What judges values. */
export interface Judges {
  /** Guards by the name of their definition. */
  readonly guards: { readonly [definition: string]: Guard };
  readonly explain: (definition: string, value: unknown) => readonly codegen.Issue[];
}

/** The guards and explanations of one revision that was compiled alone. */
export function loadJudges(files: readonly GeneratedFile[]): Judges {
  const exported = load(files, 'validators') as { readonly [name: string]: Guard };
  const guards = Object.entries(exported).map(([name, guard]): [string, Guard] => [name.slice('is'.length), guard]);
  const { shapes } = load(files, 'shapes') as { shapes: Shapes };
  return {
    guards: Object.fromEntries(guards),
    explain: (definition, value) =>
      explanations.explainShape(shapes, definition, value, { checks: limits.limitChecks }),
  };
}

interface Module {
  exports: object;
}

/** The class of a message, and what it sends. */
export type MessageClass = new (...values: unknown[]) => object;

/** The classes of the messages of one revision, by their names. */
export function loadMessages(files: readonly GeneratedFile[]): { readonly [name: string]: MessageClass } {
  return load(files, 'messages') as { readonly [name: string]: MessageClass };
}

/** Runs a module that imports values from the runtime and from other modules of its revision alone. */
function load(files: readonly GeneratedFile[], name: string): object {
  const text = files.find(({ path }) => path.endsWith(`/${name}.ts`))?.text ?? '';
  // Otherwise esbuild writes keys with many quotes as templates, also in patterns, where they are none.
  const supported = { 'template-literal': false };
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'es2022', supported });
  const run = compileFunction(code, ['module', 'require']) as (
    module: Module,
    require: (specifier: string) => object,
  ) => void;
  const module: Module = { exports: {} };
  run(module, (specifier) => {
    const [, own] = /^\.\/(\w+)\.js$/.exec(specifier) ?? [];
    if (own !== undefined) return load(files, own);
    return specifier.endsWith('/limits') ? limits : specifier.endsWith('/explain') ? explanations : codegen;
  });
  return module.exports;
}
