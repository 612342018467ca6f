/** Loads generated code that is not on disk, as a program would. */

import { compileFunction } from 'node:vm';
import * as codegen from '@mcp-gen/runtime/codegen/v1';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import { explainShape, type Shapes } from '@mcp-gen/runtime/codegen/v1/explain';
import ts from 'typescript';
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
    explain: (definition, value) => explainShape(shapes, definition, value),
  };
}

/** Runs a module that imports values from the runtime alone. */
function load(files: readonly GeneratedFile[], name: string): object {
  const text = files.find(({ path }) => path.endsWith(`/${name}.ts`))?.text ?? '';
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const run = compileFunction(outputText, ['exports', 'require']) as (exports: object, require: () => object) => void;
  const exports = {};
  run(exports, () => codegen);
  return exports;
}
