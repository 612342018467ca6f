/**
 * Emits validators.ts: a guard for every definition, as straight-line source.
 *
 * A guard says yes or no, and is fast: properties are read once, cheap checks come before calls, a union is switched on
 * its tag. A type without a name becomes a function of its own, private to the file and called after the place where it stands.
 */

import { discriminate, isAnything } from '../analyze/discriminate.js';
import { isOpenMap, tagText, unreachable } from '../model/declarations.js';
import type {
  Docs,
  InterfaceDeclaration,
  ObjectNode,
  Property,
  TypeDeclaration,
  TypeNode,
} from '../model/declarations.js';
import { propertiesIn, type Definitions, type Structure } from '../model/definitions.js';
import { Code, code, concat, identifier, imported, isIdentifier, literal } from '../print/code.js';
import { camelCase, pascalCase, Scope } from '../print/names.js';
import { runtime } from './codegen.js';
import type { EmittedFunction } from './functions.js';

const { isObject, isObjectOrArray } = runtime;
const VALUE = new Code('value');
const NO_DOCS: Docs = { text: '', tags: [] };

/** The name of a definition's guard: `isTool`. */
export function guardName(type: string): string {
  return `is${type}`;
}

/** A function of validators.ts, for whoever calls it. */
export function importedGuard(name: string): Code {
  return imported(name, './validators.js', 'value');
}

/** The guards of all definitions, each before the helpers that it is the first to call. */
export function emitValidators(definitions: Definitions): readonly EmittedFunction[] {
  return new ValidatorEmitter(definitions).functions();
}

/** A condition on an expression, and what it costs: conditions of a lower cost are checked first. */
interface Check {
  readonly cost: 'literal' | 'typeof' | 'call' | 'loop';
  readonly condition: Code;
}

const COSTS = ['literal', 'typeof', 'call', 'loop'] as const;

class ValidatorEmitter {
  readonly #definitions: Definitions;
  /** The names of functions. No helper is called like a property, which is read into a variable of its name. */
  readonly #scope: Scope;
  readonly #functionNames: ReadonlySet<string>;
  /** Helpers for types without a name, by the place where the type stands and by what it says. */
  readonly #helpers = new Map<string, string>();
  readonly #functions: EmittedFunction[] = [];

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.#functionNames = new Set([
      isObject.text,
      isObjectOrArray.text,
      ...definitions.types.map(({ name }) => guardName(name)),
    ]);
    this.#scope = new Scope([
      ...this.#functionNames,
      ...definitions.types.flatMap((type) => propertiesIn(type).map(({ name }) => name)),
    ]);
  }

  functions(): readonly EmittedFunction[] {
    for (const declaration of this.#definitions.types) this.#guard(declaration);
    return this.#functions;
  }

  #guard(declaration: TypeDeclaration): void {
    const name = guardName(declaration.name);
    const type = imported(declaration.name, './types.js', 'type');
    const docs = code`/** Whether a value is of type {@link ${identifier(declaration.name)}}. */`;
    this.#add({ name, exported: true, docs }, code`value is ${type}`, () =>
      declaration.kind === 'interface' ? this.#object(declaration) : this.#body(declaration.type, declaration),
    );
  }

  /** Adds a function before those that making its body adds. */
  #add(head: Omit<EmittedFunction, 'code'>, returns: Code, body: () => Code): void {
    const at = this.#functions.push({ ...head, code: new Code('') }) - 1;
    const text = code`function ${identifier(head.name)}(value: unknown): ${returns} { ${body()} }`;
    this.#functions[at] = { ...head, code: text };
  }

  /** The statements of a function that checks `value` against a type. */
  #body(type: TypeNode, named: { name: string; docs: Docs }): Code {
    const { target } = this.#definitions.resolve(type);
    if (type.kind === 'reference') return code`return ${this.#check(type, named.docs, VALUE, named.name).condition};`;
    switch (target.kind) {
      case 'interface':
      case 'object':
        return this.#object(target, named.name);
      case 'array':
        return this.#array(target.element, named);
      case 'union':
        return this.#union(target.members, named);
      case 'primitive':
      case 'literal':
      case 'typeof':
      case 'intersection':
      case 'record':
        return code`return ${this.#check(type, named.docs, VALUE, named.name).condition};`;
      default:
        return unreachable(target);
    }
  }

  #object(target: InterfaceDeclaration | ObjectNode, path?: string): Code {
    const name = target.kind === 'interface' ? target.name : (path ?? '');
    const properties = target.kind === 'interface' ? this.#definitions.propertiesOf(target) : target.properties;
    const locals = new Scope(['value']);
    const read: Code[] = [];
    const checks: Check[] = [];
    for (const property of properties) {
      const local = this.#variable(locals, property.name);
      const check = this.#property(property, identifier(local), this.#definitions.ownerOf(property) ?? name);
      if (!check) continue;
      const key = literal(property.name);
      read.push(local === property.name ? identifier(local) : code`${key}: ${identifier(local)}`);
      checks.push(check);
    }
    const index = target.index && this.#index(target.index, properties, name);
    if (checks.length === 0)
      return index ? code`if (!${isObject}(value)) return false; ${index}` : code`return ${isObject}(value);`;
    const sorted = COSTS.flatMap((cost) => checks.filter((check) => check.cost === cost));
    const condition = concat(
      sorted.map((check) => check.condition),
      ' && ',
    );
    const test = properties.some((property) => this.#tellsFromArray(property)) ? isObjectOrArray : isObject;
    const reads = code`if (!${test}(value)) return false;
      const { ${concat(read, ', ')} } = value;`;
    return index ? code`${reads} if (!(${condition})) return false; ${index}` : code`${reads} return ${condition};`;
  }

  /** The variable that a property is read into: of its name, unless it would hide a function. */
  #variable(scope: Scope, property: string): string {
    const name = camelCase(property);
    const isSafe = isIdentifier(property) ? !this.#functionNames.has(property) : !name.startsWith('is');
    return scope.claim(isSafe ? property : `_${name}`);
  }

  /** Nothing where every value will do. */
  #property(property: Property, local: Code, owner: string): Check | undefined {
    const path = owner + pascalCase(property.name);
    const { cost, condition } = this.#check(property.type, property.docs, local, path);
    if (condition.text === 'true')
      return property.optional ? undefined : { cost, condition: code`${local} !== undefined` };
    if (!property.optional) return { cost, condition };
    if (condition.text === 'false') return { cost, condition: code`${local} === undefined` };
    const either = cost === 'call' || cost === 'loop' ? condition : parenthesized(condition);
    return { cost, condition: code`(${local} === undefined || ${either})` };
  }

  /** Whether an array cannot have what this property must hold. */
  #tellsFromArray({ name, optional, type }: Property): boolean {
    const anyValue = isAnything(type, this.#definitions);
    return !optional && !anyValue && !(name in Array.prototype) && !/^\d+$/.test(name);
  }

  /** Statements that check the values of all keys but the named ones; nothing where every value will do. */
  #index(type: TypeNode, properties: readonly Property[], name: string): Code | undefined {
    const { condition } = this.#check(type, NO_DOCS, new Code('value[key]'), `${name}Value`);
    if (condition.text === 'true') return undefined;
    const named = properties.map((property) => code`key !== ${property.name} && `);
    if (condition.text === 'false' && named.length === 0) return new Code('return Object.keys(value).length === 0;');
    return code`for (const key in value) {
        if (${concat(named, '')}${negated(condition)}) return false;
      }
      return true;`;
  }

  #array(element: TypeNode, named: { name: string; docs: Docs }): Code {
    const { condition } = this.#check(element, NO_DOCS, new Code('value[i]'), `${named.name}Item`);
    const least = tagText(named.docs, 'minItems');
    const most = tagText(named.docs, 'maxItems');
    const limits = [
      ...(least === undefined ? [] : [code`value.length >= ${Number(least)}`]),
      ...(most === undefined ? [] : [code`value.length <= ${Number(most)}`]),
    ];
    const isArray = concat([code`Array.isArray(value)`, ...limits], ' && ');
    if (condition.text === 'true') return code`return ${isArray};`;
    return code`if (${limits.length === 0 ? negated(isArray) : code`!(${isArray})`}) return false;
      for (let i = 0; i < value.length; i++) {
        if (${negated(condition)}) return false;
      }
      return true;`;
  }

  #union(members: readonly TypeNode[], named: { name: string; docs: Docs }): Code {
    const found = discriminate(members, this.#definitions);
    if (found.by !== 'tag') return code`return ${this.#anyOf(found, VALUE, named).condition};`;
    const cases = [...found.cases].map(([value, group], index) => {
      const name = group.length === 1 ? `${named.name}${pascalCase(value)}` : `${named.name}${index}`;
      const conditions = group.map((member) => this.#check(member, NO_DOCS, VALUE, name).condition);
      return code`case ${value}: return ${concat(conditions, ' || ')};`;
    });
    const tag = this.#variable(new Scope(['value']), found.tag);
    const read = tag === found.tag ? identifier(tag) : code`${found.tag}: ${identifier(tag)}`;
    return code`if (!${isObjectOrArray}(value)) return false;
      const { ${read} } = value;
      switch (${identifier(tag)}) { ${cases} default: return false; }`;
  }

  #anyOf(
    found: Exclude<ReturnType<typeof discriminate>, { by: 'tag' }>,
    value: Code,
    named: { name: string; docs: Docs },
  ): Check {
    if (found.by === 'value') {
      const conditions = found.values.map((each) => code`${value} === ${literal(each)}`);
      return { cost: 'literal', condition: concat(conditions, ' || ') };
    }
    const checks = found.members.map((member, index) =>
      this.#check(member, named.docs, value, `${named.name}${index}`),
    );
    const sorted = COSTS.flatMap((cost) => checks.filter((check) => check.cost === cost));
    const conditions = sorted.map(({ condition }) =>
      condition.text.includes(' && ') ? parenthesized(condition) : condition,
    );
    return { cost: sorted.at(-1)?.cost ?? 'literal', condition: concat(conditions, ' || ') };
  }

  /** The condition that an expression is of a type. `path` names the helper, should one be needed. */
  #check(type: TypeNode, docs: Docs, value: Code, path: string): Check {
    if (isAnything(type, this.#definitions)) return { cost: 'literal', condition: new Code('true') };
    const { target, aliases } = this.#definitions.resolve(type);
    const [named] = aliases;
    if (target.kind === 'interface') return call(guardName(named?.name ?? target.name), value);
    if (target.kind === 'primitive') {
      const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
      return this.#primitive(target, { text: '', tags }, value);
    }
    if (named) return call(guardName(named.name), value);
    switch (target.kind) {
      case 'literal':
        return { cost: 'literal', condition: code`${value} === ${literal(target.value)}` };
      case 'typeof':
        return {
          cost: 'literal',
          condition: code`${value} === ${literal(this.#definitions.constantValue(target.name))}`,
        };
      case 'record':
        return { cost: 'call', condition: code`${isObject}(${value})` };
      case 'intersection': {
        const checks = target.members.map((member, index) => this.#check(member, NO_DOCS, value, `${path}${index}`));
        return {
          cost: 'call',
          condition: concat(
            checks.map(({ condition }) => condition),
            ' && ',
          ),
        };
      }
      case 'union': {
        const found = discriminate(target.members, this.#definitions);
        if (found.by !== 'tag' && value !== VALUE) {
          const { cost, condition } = this.#anyOf(found, value, { name: path, docs });
          if (condition.text.split(' || ').length <= 4) return { cost, condition: parenthesized(condition) };
        }
        return call(this.#helper(target, path, docs), value);
      }
      case 'object':
        if (isOpenMap(target)) return { cost: 'call', condition: code`${isObject}(${value})` };
        return call(this.#helper(target, path, docs), value);
      case 'array':
        return { cost: 'loop', condition: call(this.#helper(target, path, docs), value).condition };
      default:
        return unreachable(target);
    }
  }

  #primitive({ name, fractional }: Structure & { kind: 'primitive' }, docs: Docs, value: Code): Check {
    switch (name) {
      case 'string':
      case 'boolean':
        return { cost: 'typeof', condition: code`typeof ${value} === ${name}` };
      case 'null':
        return { cost: 'literal', condition: code`${value} === null` };
      case 'number':
        return { cost: 'typeof', condition: numberCondition(docs, value, fractional ?? false) };
      case 'unknown':
      case 'any':
        return { cost: 'literal', condition: new Code('true') };
      case 'never':
        return { cost: 'literal', condition: new Code('false') };
      case 'object':
        return { cost: 'call', condition: code`${isObject}(${value})` };
    }
  }

  /** The private function that checks a type without a name. */
  #helper(target: ObjectNode | (Structure & { kind: 'array' | 'union' }), path: string, docs: Docs): string {
    const wish = helperName(target, path, docs);
    const key = JSON.stringify([wish, target, relevantTags(docs)], withoutProse);
    const known = this.#helpers.get(key);
    if (known !== undefined) return known;
    const name = this.#scope.claim(guardName(wish));
    this.#helpers.set(key, name);
    this.#add({ name, exported: false }, new Code('boolean'), () =>
      this.#body(target, { name: name.slice('is'.length), docs }),
    );
    return name;
  }
}

/** Arrays of one named type, or of strings, are called after that; the rest after the place where it stands. */
function helperName(target: TypeNode, path: string, docs: Docs): string {
  if (target.kind !== 'array' || docs.tags.some(({ name }) => /^(min|max)Items$/.test(name))) return path;
  const { element } = target;
  if (element.kind === 'reference') return `${element.name}Array`;
  return element.kind === 'primitive' ? `${pascalCase(element.name)}Array` : path;
}

function call(name: string, value: Code): Check {
  return { cost: 'call', condition: code`${importedGuard(name)}(${value})` };
}

function parenthesized(condition: Code): Code {
  return /^[\w$]+\([^()]*\)$/.test(condition.text) ? condition : code`(${condition})`;
}

function negated(condition: Code): Code {
  const comparison = /^(typeof )?[\w.[\]]+ === ('[^']*'|"[^"]*"|\d+)$/.test(condition.text);
  return comparison
    ? new Code(condition.text.replace('===', '!=='), condition.imports)
    : code`!${parenthesized(condition)}`;
}

/** Integers unless the schema says otherwise; bounds are checked here, formats elsewhere. */
function numberCondition(docs: Docs, value: Code, corrected: boolean): Code {
  const fractional = corrected || tagText(docs, 'TJS-type') === 'number';
  const minimum = tagText(docs, 'minimum');
  const maximum = tagText(docs, 'maximum');
  if (minimum === undefined && maximum === undefined) {
    return fractional ? code`Number.isFinite(${value})` : code`Number.isInteger(${value})`;
  }
  const bounds = [
    ...(minimum === undefined ? [] : [code`${value} >= ${Number(minimum)}`]),
    ...(maximum === undefined ? [] : [code`${value} <= ${Number(maximum)}`]),
  ];
  const kind = fractional ? [] : [code`Number.isInteger(${value})`];
  return concat([code`typeof ${value} === 'number'`, ...kind, ...bounds], ' && ');
}

/** The tags that change what a guard checks. */
function relevantTags(docs: Docs): unknown {
  return docs.tags.filter(({ name }) => ['TJS-type', 'minimum', 'maximum', 'minItems', 'maxItems'].includes(name));
}

/** Two types are equal if they differ only in prose and place. */
function withoutProse(key: string, value: unknown): unknown {
  if (key === 'place') return undefined;
  return key === 'docs' ? relevantTags(value as Docs) : value;
}
