/** Makes names of tools and arguments that models and clients accept. */

import type { Operation } from './operation.js';
import { UniqueNames } from './uniqueNames.js';

/** The maximum characters of the name of a tool or an argument: more is refused by some models. */
export const MAX_NAME = 64;

/** Returns a name for a tool: the id of the operation in snake case, or its method and path. */
export function toolName({ id, method, path }: Operation): string {
  const own = snakeCase(id ?? '');
  return /[a-z]/.test(own) ? own : snakeCase(`${method} ${path.replaceAll('{', 'by ').replaceAll('}', '')}`);
}

/** Returns each name once: a name that was given before gets a number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new UniqueNames();
  return names.map((name) =>
    taken.take(name, name, (number) => `${name.slice(0, MAX_NAME - 1 - String(number).length)}_${number}`),
  );
}

/** Returns whether models and clients accept a string as the name of a tool. */
export function isToolName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name);
}

/** `list_pets` for `listPets`, `ListPets`, and `pets/list-pets`. */
export function snakeCase(text: string): string {
  const words = text
    .slice(0, 400)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const name = words.join('_').toLowerCase();
  return (/^[0-9]/.test(name) ? `call_${name}` : name).slice(0, MAX_NAME).replace(/_$/, '');
}

/** Returns the name of the argument for a parameter: `filter_name` for `filter[name]`. */
export function argumentName(parameter: string): string {
  const name = parameter
    .slice(0, 400)
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replaceAll(/^[_.-]+|(?<![_.-])[_.-]+$/g, '')
    .slice(0, MAX_NAME);
  return name === '' || name === '__proto__' ? 'value' : name;
}
