/** Loads the client of an API, which projects receive, from its templates. */

import { compileFunction } from 'node:vm';
import * as sdk from '@mcp-gen/sdk';
import { transformSync } from 'esbuild';
import { renderTemplate } from '../../generator/templates/render.js';

/** Runs a file of `src/api`, with the files that it imports. */
export function loadApi(name: string, values: object = {}): unknown {
  const text = renderTemplate(`openapi/src/api/${name}.ts.hbs`, { name: 'pets', credentials: '[]', ...values });
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'es2022' });
  const run = compileFunction(code, ['module', 'require']) as (
    module: { exports: unknown },
    require: (specifier: string) => unknown,
  ) => void;
  const module: { exports: unknown } = { exports: {} };
  run(module, (specifier) => {
    const [, own] = /^\.\/(\w+)\.js$/.exec(specifier) ?? [];
    return own === undefined ? sdk : loadApi(own, values);
  });
  return module.exports;
}
