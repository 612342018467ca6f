// Finds what the SDK has an interface for: each feature with the methods that it handles, and the definitions of the protocol that its
// public types take from applications or give to them as a whole. `mcp-gen diff` and `adopt` tell by it who ignores a new field.
// The build writes it to dist/sdkFeatures.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { literalsIn, parse, registryUses } from './byHand/sources.mjs';
import { clientOptions, featuresIn, openersIn, runtimeIn } from './sdkFeatures/methods.mjs';
import { declarationsOf, modulesOf } from './sdkFeatures/modules.mjs';
import { surfaceOf } from './sdkFeatures/surface.mjs';

/** Folders of sources that are not for applications. */
const NOT_FEATURES = ['sdk/src/conversions/', 'sdk/src/testing/', 'runtime/src/testing/'];

/** An extension that wraps calls of tools, whose fields are for the feature of tools. */
const TASKS = 'sdk/src/tasks/';

/**
 * Returns the features of the SDK, and the modules of the runtime that exchange messages themselves.
 *
 * @param root the folder of the project
 */
export function sdkFeatures(root) {
  const modules = modulesOf(root);
  const find = declarationsOf(modules);
  const methods = methodsByName(root);
  const all = (featuresOf) =>
    [...modules].flatMap(([file, source]) =>
      featuresOf(file, source, find).map(({ methods: names, ...feature }) => ({
        ...feature,
        methods: [...new Set(names.flatMap((name) => methods.get(name) ?? []))]
          .filter((method) => !file.startsWith(TASKS) || method.includes('tasks/'))
          .sort(),
      })),
    );
  const features = [...all(featuresIn), ...all(openersIn), ...all(clientOptions)].map(
    ({ surface, direction, ...feature }) => ({
      ...feature,
      ...surfaceOf(surface, direction, find),
    }),
  );
  return {
    methods: namedMethods(modules, methods),
    features: features.filter(({ methods }) => methods.length > 0),
    runtime: all(runtimeIn).filter(({ methods }) => methods.length > 0),
  };
}

/** Returns the methods that sources name, by the constant or as the key of handlers. Conversions name what revisions have. */
function namedMethods(modules, methods) {
  const found = [...modules].flatMap(([file, source]) => {
    if (NOT_FEATURES.some((folder) => file.startsWith(folder))) return [];
    const uses = registryUses(source).filter(({ module }) => module === 'methods');
    return [...uses.map(({ name }) => name), ...literalsIn(source).map(({ text }) => text)];
  });
  return [...new Set(found.flatMap((name) => methods.get(name) ?? []))].sort();
}

/** Returns the methods by what sources call them: the method itself, the constant of it, or the name of its handlers. */
function methodsByName(root) {
  const extensions = join(root, 'generated/extensions');
  const folders = existsSync(extensions) ? readdirSync(extensions) : [];
  const paths = ['generated/registry/methods.ts', ...folders.map((name) => `generated/extensions/${name}/methods.ts`)];
  const found = new Map();
  for (const path of paths.filter((each) => existsSync(join(root, each)))) {
    for (const statement of parse(path, readFileSync(join(root, path), 'utf8')).statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const [{ name, initializer }] = statement.declarationList.declarations;
      const { text } = ts.isAsExpression(initializer) ? initializer.expression : initializer;
      found.set(name.text, text).set(text, text);
    }
  }
  return found;
}
