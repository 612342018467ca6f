import { compile, type Program } from './compile.js';
import { expandParts, type TemplateValue } from './expand.js';
import { run, type Capture } from './matcher.js';
import { OPERATORS, parseTemplate, type TemplatePart } from './parseTemplate.js';
import { refusalOf, type AllowedValue, type RefusedValue } from './refusedValues.js';
import { unitsOf, type Units } from './percent.js';
import { MAX_URI_LENGTH } from './uri.js';

/**
 * A URI template (RFC 6570, all four levels): expands to URIs, and extracts the values from a URI.
 *
 * A URI matches if the template can expand to it. It is matched from left to right; if there are several matches, earlier variables are
 * greedy. A variable with `*` is always an array of strings, any other always one string, percent-decoded:
 *
 * | expression          | matches                                                                                     |
 * | ------------------- | ------------------------------------------------------------------------------------------- |
 * | `{a}`               | a path segment or a part of it, not empty and without commas                                |
 * | `{+a}`              | any text, including slashes, not empty; leaves a query to a following `{?b}`                |
 * | `{#a}`              | nothing, or a fragment with its `#`                                                         |
 * | `{.a}`, `{/a}`      | nothing, or parts as for `{a}`, each after its dot or slash                                 |
 * | `{;a}` `{?a}` `{&a}` | nothing, or `name=value` for some of the variables in any order, each once without `*`          |
 *
 * The values of `{a}`, `{.a}`, `{/a}`, and `{;a}` cannot leave their segment: a decoded value with a slash, a backslash, or a control
 * character does not match, nor does `.` or `..`. With `slashes` they may be relative paths, whose slashes are encoded. In `{+a}` and
 * `{#a}`, no segment is `.` or `..`. Unless the options allow it, `{+a}`, `{#a}`, and the items of `{/a*}`, each and joined, are relative
 * paths without backslashes and control characters. Values of a query are free text.
 * NUL never matches. `{a:3}` matches at most three characters. A repeated name must have the same value each time. Matching takes linear
 * time in the length of the URI.
 */
export class UriTemplate<Text extends string = string> {
  /** The text of the template. */
  readonly text: Text;
  /** The variable names, each once, in the order of their first use. */
  readonly variables: readonly string[];
  /** The specificity, for `compareSpecificity`. */
  readonly specificity: Specificity;
  readonly #parts: readonly TemplatePart[];
  readonly #program: Program;
  readonly #allowed: readonly AllowedValue[];
  #plainProgram: Program | undefined;

  /**
   * @param allowed values to accept that are refused by default
   * @throws {UriError} if the template is invalid, with the position.
   */
  constructor(text: Text, allowed: readonly AllowedValue[] = []) {
    this.text = text;
    this.#allowed = allowed;
    this.#parts = parseTemplate(text);
    this.specificity = specificityOf(this.#parts);
    this.#program = compile(this.#parts, false, allowed.includes('slashes'));
    this.variables = [...new Set(this.#program.variables.map(({ name }) => name))];
  }

  /**
   * Expands the template to a URI. Variables without a value are left out.
   *
   * @throws {TypeError} for a value that cannot be part of a URI.
   */
  expand(values: { readonly [name: string]: TemplateValue }): string {
    return expandParts(this.#parts, values);
  }

  /** Returns the values in a URI; `undefined` if the URI does not match, or a value is refused. Never throws. */
  match(uri: string): TemplateVariables<Text> | undefined {
    const units = readUri(uri);
    const values = units && this.matchUnits(units);
    return values === undefined || 'refused' in values ? undefined : values.variables;
  }

  /** Like `match`, for a parsed URI; with what is refused if the URI has the form of the template, but a value is refused. */
  matchUnits(units: Units): TemplateMatch<TemplateVariables<Text>> | undefined {
    const { captures } = run(this.#program.instructions, units);
    return captures && (this.#values(units, captures) as TemplateMatch<TemplateVariables<Text>> | undefined);
  }

  /** Returns whether a URI in a plain spelling may match the template, possibly with refused values. */
  resembles(units: Units): boolean {
    this.#plainProgram ??= compile(this.#parts, true, this.#allowed.includes('slashes'));
    return run(this.#plainProgram.instructions, units).captures !== undefined;
  }

  toString(): Text {
    return this.text;
  }

  #values(
    units: readonly string[],
    captures: readonly Capture[],
  ): TemplateMatch<{ readonly [name: string]: string | readonly string[] }> | undefined {
    let refused: RefusedValue | undefined;
    const values = new Map<string, string | string[]>();
    const beginnings: { readonly name: string; readonly value: string; readonly length: number }[] = [];
    for (const { index, value } of gathered(units, captures)) {
      const variable = this.#program.variables[index];
      if (variable === undefined) continue;
      const { name, explode, prefix } = variable;
      refused ??= refusalOf(value, variable, this.#allowed);
      const first = value[0] ?? '';
      if (!explode && value.length > 1) return undefined;
      if (prefix !== undefined) {
        if (Array.from(first).length > prefix) return undefined;
        beginnings.push({ name, value: first, length: prefix });
        continue;
      }
      const known = values.get(name);
      const found = explode ? value : first;
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(found)) return undefined;
      values.set(name, found);
    }
    for (const { name, value, length } of beginnings) {
      const whole = values.get(name) ?? value;
      if (typeof whole !== 'string' || Array.from(whole).slice(0, length).join('') !== value) return undefined;
      values.set(name, whole);
    }
    return refused ? { refused } : { variables: Object.fromEntries(values) };
  }
}

/** The values of a matching URI, or the first value that is refused. */
export type TemplateMatch<Variables> = { readonly variables: Variables } | { readonly refused: RefusedValue };

/** Parses a URI for matching; `undefined` if no template can match it. */
export function readUri(uri: string): Units | undefined {
  return uri.length > MAX_URI_LENGTH ? undefined : unitsOf(uri);
}

/** The values of a template's variables: `{ city: string }` for `weather://{city}`. */
export type TemplateVariables<Text extends string> = string extends Text
  ? { readonly [name: string]: string | readonly string[] | undefined }
  : { readonly [Variable in Present<Expressions<Text>> as Name<Variable>]: Value<Variable> } & {
      readonly [Variable in Optional<Expressions<Text>> as Name<Variable>]?: Value<Variable>;
    };

type OptionalOperator = '#' | '.' | '/' | ';' | '?' | '&';
type Expressions<Text> = Text extends `${string}{${infer Expression}}${infer Rest}`
  ? Expression | Expressions<Rest>
  : never;
type Present<Expression> = Expression extends `${OptionalOperator}${string}`
  ? never
  : Items<Expression extends `+${infer List}` ? List : Expression>;
type Optional<Expression> = Expression extends `${OptionalOperator}${infer List}` ? Items<List> : never;
type Items<List> = List extends `${infer First},${infer Rest}` ? First | Items<Rest> : List & string;
type Name<Variable extends string> = Variable extends `${infer Text}*` | `${infer Text}:${string}` ? Text : Variable;
type Value<Variable extends string> = Variable extends `${string}*` ? readonly string[] : string;

/** Returns the decoded values of each expression's variables. */
function gathered(
  units: readonly string[],
  captures: readonly Capture[],
): Iterable<{ readonly index: number; readonly value: string[] }> {
  const values = new Map<number, string[]>();
  for (const { variable, start, end } of captures) {
    const value = decodeURIComponent(units.slice(start, end).join(''));
    const known = values.get(variable);
    if (known === undefined) values.set(variable, [value]);
    else known.push(value);
  }
  return Array.from(values, ([index, value]) => ({ index, value }));
}

/** The specificity of a template: compared number by number, smaller first. */
export type Specificity = readonly number[];

/**
 * Returns how specific a template is. Of two templates that match a URI, the more specific one has more literal characters; then fewer
 * variables that match several path segments; then fewer variables of any length; then fewer variables.
 */
function specificityOf(parts: readonly TemplatePart[]): Specificity {
  const literal = parts.flatMap((part) => (typeof part === 'string' ? (unitsOf(part) ?? []) : []));
  const expressions = parts.filter((part) => typeof part !== 'string');
  const variables = expressions.flatMap(({ operator, variables }) =>
    variables.map((variable) => ({ ...variable, isWide: OPERATORS[operator].reserved || variable.explode })),
  );
  const wide = variables.filter(({ isWide }) => isWide);
  const ofAnyLength = variables.filter(({ prefix }) => prefix === undefined);
  return [-literal.length, wide.length, ofAnyLength.length, variables.length];
}

/** Compares two templates for sorting: the more specific one first. */
export function compareSpecificity(one: Specificity, other: Specificity): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
