import { compile, type Program } from './compile.js';
import { expandParts, type TemplateValue } from './expand.js';
import { run, type Capture } from './matcher.js';
import { parseTemplate, type TemplatePart } from './parseTemplate.js';
import { isRefused, type AllowedValue } from './refusedValues.js';
import { specificityOf, type Specificity } from './specificity.js';
import { unitsOf, type Units } from './units.js';
import { MAX_URI_LENGTH } from './uri.js';

/**
 * A URI template (RFC 6570, all four levels): makes URIs out of values, and finds the values in a URI.
 *
 * What matches is what the template can make, read from left to right; where there are several readings, an earlier
 * variable takes as much as it can. A variable that is marked with `*` is always a list of strings, any other always one
 * string, percent-decoded:
 *
 * | expression          | matches                                                                                     |
 * | ------------------- | ------------------------------------------------------------------------------------------- |
 * | `{a}`               | one segment of a path or a part of it, not empty and without commas                         |
 * | `{+a}`              | anything, slashes included, not empty; leaves a query to a `{?b}` that follows              |
 * | `{#a}`              | nothing, or a fragment with its `#`                                                         |
 * | `{.a}`, `{/a}`      | nothing, or such parts, each after its dot or slash                                         |
 * | `{;a}` `{?a}` `{&a}` | nothing, or `name=value` for some of the variables in any order, each once if it is not a list |
 *
 * A handler can trust the values of `{a}`, `{.a}`, `{/a}` and `{;a}` to stay in their segment: what holds a slash, a
 * backslash or a control character in decoded form does not match, nor does `.` or `..` alone. In `{+a}` and `{#a}` no
 * segment is `.` or `..`. Unless the options allow it, `{+a}`, `{#a}` and the joined items of `{/a*}` are relative, without
 * backslashes and control characters. What a query holds is free text. NUL is nowhere. Of `{a:3}` at most three characters
 * match. A name that stands twice has to have the same value twice. Matching takes time in proportion to the length of
 * the URI, regardless of its author.
 */
export class UriTemplate<Text extends string = string> {
  /** The template as it was written. */
  readonly text: Text;
  /** The names in it, each once, in the order of their first use. */
  readonly variables: readonly string[];
  /** For sorting by `compareSpecificity`. */
  readonly specificity: Specificity;
  readonly #parts: readonly TemplatePart[];
  readonly #program: Program;
  readonly #allowed: readonly AllowedValue[];
  #plainProgram: Program | undefined;

  /**
   * @param allowed values that are refused otherwise
   * @throws {UriError} at the character where it is not a template.
   */
  constructor(text: Text, allowed: readonly AllowedValue[] = []) {
    this.text = text;
    this.#allowed = allowed;
    this.#parts = parseTemplate(text);
    this.specificity = specificityOf(this.#parts);
    this.#program = compile(this.#parts);
    this.variables = [...new Set(this.#program.variables.map(({ name }) => name))];
  }

  /**
   * The URI for these values. A variable without a value is left out.
   *
   * @throws {TypeError} for a value that no URI can hold.
   */
  expand(values: { readonly [name: string]: TemplateValue }): string {
    return expandParts(this.#parts, values);
  }

  /** The values in a URI, those that are there; `undefined` if the template cannot have made it, or refuses a value. Never throws. */
  match(uri: string): TemplateVariables<Text> | undefined {
    const units = readUri(uri);
    const values = units && this.matchUnits(units);
    return values === 'refused' ? undefined : values;
  }

  /** Like `match`, for a URI that has been read; `refused` if it has the form of the template, but the template refuses a value. */
  matchUnits(units: Units): TemplateVariables<Text> | 'refused' | undefined {
    const { captures } = run(this.#program.instructions, units);
    return captures && (this.#values(units, captures) as TemplateVariables<Text> | 'refused' | undefined);
  }

  /** Whether a URI in a plain spelling may be one of the template, or differ from one in values that are refused. */
  resembles(units: Units): boolean {
    this.#plainProgram ??= compile(this.#parts, true);
    return run(this.#plainProgram.instructions, units).captures !== undefined;
  }

  toString(): Text {
    return this.text;
  }

  #values(
    units: readonly string[],
    captures: readonly Capture[],
  ): { readonly [name: string]: string | readonly string[] } | 'refused' | undefined {
    let refused = false;
    const values = new Map<string, string | string[]>();
    const beginnings: { readonly name: string; readonly value: string; readonly length: number }[] = [];
    for (const { index, value } of gathered(units, captures)) {
      const variable = this.#program.variables[index];
      if (variable === undefined) continue;
      const { name, explode, prefix } = variable;
      refused ||= isRefused(value, variable, this.#allowed);
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
    return refused ? 'refused' : Object.fromEntries(values);
  }
}

/** A URI as templates match it; `undefined` for one that is none of any template. */
export function readUri(uri: string): Units | undefined {
  return uri.length > MAX_URI_LENGTH ? undefined : unitsOf(uri);
}

/** What a template gives for its variables: `{ city: string }` for `weather://{city}`. */
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

/** The values of each expression's variable, decoded. */
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
