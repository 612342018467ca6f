import { type OperatorRules, OPERATORS, type TemplatePart, type VariableSpec } from './parseTemplate.js';
import { encode, encodeIllegal } from './percent.js';

type Scalar = string | number | boolean;

/** The value of a variable. `undefined`, `null`, and empty arrays and objects are left out of the URI. */
export type TemplateValue =
  | Scalar
  | readonly Scalar[]
  | { readonly [key: string]: Scalar | null | undefined }
  | null
  | undefined;

/**
 * Expands a template with values.
 *
 * @throws {TypeError} for a value that is not a {@link TemplateValue}, or for an array or object with a prefix modifier.
 */
export function expandParts(
  parts: readonly TemplatePart[],
  values: { readonly [name: string]: TemplateValue },
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const rules = OPERATORS[part.operator];
      const written = part.variables
        .map((variable) =>
          expandVariable(variable, rules, Object.hasOwn(values, variable.name) ? values[variable.name] : undefined),
        )
        .filter((text) => text !== undefined);
      return written.length === 0 ? '' : rules.first + written.join(rules.separator);
    })
    .join('');
}

function expandVariable(variable: VariableSpec, rules: OperatorRules, value: TemplateValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { name, explode, prefix } = variable;
  const write = rules.reserved ? encodeIllegal : encode;
  const named = (key: string, text: string) => (rules.named ? key + (text === '' ? rules.ifEmpty : `=${text}`) : text);

  if (isScalar(value)) {
    const text = String(value);
    return named(name, write(prefix === undefined ? text : Array.from(text).slice(0, prefix).join('')));
  }
  if (typeof value !== 'object') throw unusable(name, `a ${typeof value}`);
  if (prefix !== undefined) throw unusable(name, 'an array or an object, which cannot have a prefix modifier');

  const entries = Object.entries(value as { readonly [key: string]: unknown }).flatMap(([key, item]) => {
    if (item === undefined || item === null) return [];
    if (!isScalar(item))
      throw unusable(
        name,
        `an array or an object that contains ${typeof item === 'object' ? 'an array or an object' : `a ${typeof item}`}`,
      );
    return [[write(key), write(String(item))] as const];
  });
  if (entries.length === 0) return undefined;
  if (Array.isArray(value)) {
    const items = entries.map(([, item]) => item);
    return explode ? items.map((item) => named(name, item)).join(rules.separator) : named(name, items.join(','));
  }
  if (!explode) return named(name, entries.flat().join(','));
  return entries
    .map(([key, item]) => (rules.named && item === '' ? key + rules.ifEmpty : `${key}=${item}`))
    .join(rules.separator);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function unusable(name: string, what: string): TypeError {
  return new TypeError(
    `The variable ${name} of a URI template is ${what}: expected a string, a number, a boolean, or an array or object of them`,
  );
}
