/** Loads the client of an API, which projects receive, from its templates. */

import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import * as sdk from '@mcp-gen/sdk';
import { transformSync } from 'esbuild';
import { MOST_PAGES } from '../../generator/openapi/call.js';
import { renderTemplate } from '../../generator/templates/render.js';

/**
 * Runs a file of `src/api`, with the files that it imports.
 *
 * @param values those of the templates
 * @param change what an owner changes in these files
 */
export function loadApi(name: string, values: object = {}, change = (text: string): string => text): unknown {
  const text = renderTemplate(`openapi/src/api/${name}.ts.hbs`, {
    name: 'pets',
    credentials: '[]',
    mostPages: MOST_PAGES,
    ...values,
  });
  const { code } = transformSync(change(text), {
    loader: 'ts',
    format: 'cjs',
    target: 'es2022',
  });
  const run = compileFunction(code, ['module', 'require']) as (
    module: { exports: unknown },
    require: (specifier: string) => unknown,
  ) => void;
  const module: { exports: unknown } = { exports: {} };
  run(module, (specifier) => {
    const [, own] = /^\.\/(\w+)\.js$/.exec(specifier) ?? [];
    if (own !== undefined) return loadApi(own, values, change);
    if (specifier.startsWith('node:')) return createRequire(import.meta.url)(specifier);
    return sdk;
  });
  return module.exports;
}
