/**
 * Emits validators.ts: a guard for every definition, as straight-line source.
 *
 * A guard returns a boolean and is fast: properties are read once, cheap checks come before calls, and a union is switched on its tag. The
 * first check of every guard, and the check of every key of a map, are inlined: calling an imported function costs more than the check. An
 * anonymous type becomes a private function, named after its place.
 */

import type { RevisionPlan } from '../../analyze/plan.js';
import type { Choice, UnionNode, Unions } from '../../analyze/unions.js';
import { isOpenMap, NO_DOCS } from '../../model/declarations.js';
import type {
  Docs,
  InterfaceDeclaration,
  ObjectNode,
  Property,
  TypeDeclaration,
  TypeNode,
} from '../../model/declarations.js';
import { propertiesIn, type Definitions, type Structure } from '../../model/definitions.js';
import { isFractional, limitsOf } from '../../model/keywords.js';
import { Code, code, concat, identifier, isIdentifier, literal } from '../../print/code.js';
import {
  always,
  and,
  calls,
  cheapestFirst,
  conditionText,
  equals,
  hasType,
  isAlways,
  never,
  not,
  or,
  test,
  type Condition,
  type Cost,
} from '../../print/condition.js';
import { Scope } from '../../print/scope.js';
import { camelCase, pascalCase } from '../../words.js';
import { runtime } from './codegen.js';
import type { EmittedFunction } from './functions.js';
import { guardName, importedGuard, typeNamed } from './names.js';

const { isObject } = runtime;
const VALUE = new Code('value');
const EACH = new Code('each');
const NULL = new Code('null');
const UNDEFINED = new Code('undefined');
/** The maximum number of alternatives to inline. More become a function. */
const MAX_IN_PLACE = 4;

/** Returns the guards of all definitions. Each helper follows the first guard that calls it. */
export function emitValidators(plan: RevisionPlan): readonly EmittedFunction[] {
  return new ValidatorEmitter(plan).functions();
}

type Untagged = Exclude<Choice, { by: 'tag' | 'array' }>;

class ValidatorEmitter {
  readonly #definitions: Definitions;
  readonly #unions: Unions;
  /** The names of functions. Names of properties are reserved, because properties are read into variables of the same name. */
  readonly #scope: Scope;
  readonly #functionNames: ReadonlySet<string>;
  /** Helpers for anonymous types, by their place and by their content. */
  readonly #helpers = new Map<string, string>();
  readonly #functions: EmittedFunction[] = [];

  constructor({ protocol: { definitions }, unions }: RevisionPlan) {
    this.#definitions = definitions;
    this.#unions = unions;
    this.#functionNames = new Set([isObject.text, ...definitions.types.map(({ name }) => guardName(name))]);
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
    const type = typeNamed(declaration.name);
    const docs = code`/** Returns whether a value is of type {@link ${type}}. */`;
    this.#add({ name, exported: true, docs }, code`value is ${type}`, () =>
      declaration.kind === 'interface' ? this.#object(declaration) : this.#body(declaration.type, declaration),
    );
  }

  /** Adds a function, before the helpers that its body adds. */
  #add(head: Omit<EmittedFunction, 'code'>, returns: Code, body: () => Code): void {
    const at = this.#functions.push({ ...head, code: new Code('') }) - 1;
    const text = code`function ${identifier(head.name)}(value: unknown): ${returns} { ${body()} }`;
    this.#functions[at] = { ...head, code: text };
  }

  /** Returns the body of a function that checks `value` against a type. */
  #body(type: TypeNode, named: { name: string; docs: Docs }): Code {
    switch (type.kind) {
      case 'object':
        return this.#object(type, named.name);
      case 'array':
        return this.#array(type.element, named);
      case 'union':
        return this.#union(type, named);
      case 'reference':
      case 'primitive':
      case 'literal':
      case 'typeof':
      case 'intersection':
      case 'record':
        return this.#returns(type, named);
    }
  }

  #returns(type: TypeNode, { name, docs }: { name: string; docs: Docs }): Code {
    return code`return ${conditionText(this.#check(type, docs, VALUE, name))};`;
  }

  #object(target: InterfaceDeclaration | ObjectNode, path?: string): Code {
    const name = target.kind === 'interface' ? target.name : (path ?? '');
    const properties = this.#definitions.propertiesOf(target);
    const locals = new Scope(['value']);
    const read: Code[] = [];
    const conditions: Condition[] = [];
    let isDistinguished = false;
    for (const property of properties) {
      const local = this.#variable(locals, property.name);
      const owner = this.#definitions.ownerOf(property) ?? name;
      const condition = this.#check(property.type, property.docs, identifier(local), owner + pascalCase(property.name));
      const isAny = isAlways(condition);
      if (isAny && property.optional) continue;
      const isMissing = equals(identifier(local), UNDEFINED);
      if (isAny) conditions.push(not(isMissing));
      else conditions.push(property.optional ? or([isMissing, condition]) : condition);
      if (!isAny && !property.optional && distinguishesFromArray(property.name)) isDistinguished = true;
      read.push(local === property.name ? identifier(local) : code`${literal(property.name)}: ${identifier(local)}`);
    }
    const index = target.index && this.#index(target.index, properties, name);
    if (conditions.length === 0)
      return index ? code`if (!${isObject}(value)) return false; ${index}` : code`return ${isObject}(value);`;
    const condition = and(cheapestFirst(conditions));
    // A required property of type `never`: an unused variable would not compile.
    if (condition.kind === 'constant') return code`return ${isObject}(value) && ${conditionText(condition)};`;
    const pattern = code`{ ${concat(read, ', ')} }`;
    // A loop over the keys needs the type to which `isObject` narrows the value.
    const reads =
      isDistinguished && !index
        ? readsOfObjectOrArray(pattern)
        : code`if (!${isObject}(value)) return false; const ${pattern} = value;`;
    return index
      ? code`${reads} if (${conditionText(not(condition))}) return false; ${index}`
      : code`${reads} return ${conditionText(condition)};`;
  }

  /** Returns the variable that a property is read into: it has the name of the property, unless that would shadow a function. */
  #variable(scope: Scope, property: string): string {
    const name = camelCase(property);
    const isSafe = isIdentifier(property) ? !this.#functionNames.has(property) : !name.startsWith('is');
    return scope.claim(isSafe ? property : `_${name}`);
  }

  /** Returns statements that check the values of all keys except the given ones; undefined if every value is accepted. */
  #index(type: TypeNode, properties: readonly Property[], name: string): Code | undefined {
    const condition = this.#check(type, NO_DOCS, EACH, `${name}Value`);
    if (isAlways(condition)) return undefined;
    if (condition === never && properties.length === 0) return new Code('return Object.keys(value).length === 0;');
    const named = properties.map((property) => not(equals(new Code('key'), literal(property.name))));
    const isWrong = condition.kind === 'and' ? or(condition.of.map(not)) : not(condition);
    return code`for (const key in value) {
        const ${EACH} = value[key];
        if (${conditionText(and([...named, isWrong]))}) return false;
      }
      return true;`;
  }

  /** @param otherwise the condition for values that are not arrays. Default: they are rejected */
  #array(element: TypeNode, named: { name: string; docs: Docs }, otherwise?: Condition): Code {
    const condition = this.#check(element, NO_DOCS, new Code('value[i]'), `${named.name}Item`);
    const isArray = calls(code`Array.isArray(value)`);
    const limits = bounds(named.docs, new Code('value.length'), ['minItems', 'maxItems']);
    const isRight = and(otherwise ? limits : [isArray, ...limits]);
    const other = otherwise && code`if (${conditionText(not(isArray))}) return ${conditionText(otherwise)};`;
    if (isAlways(condition)) return code`${other} return ${conditionText(isRight)};`;
    return code`${other} ${isAlways(isRight) ? undefined : code`if (${conditionText(not(isRight))}) return false;`}
      for (let i = 0; i < value.length; i++) {
        if (${conditionText(not(condition))}) return false;
      }
      return true;`;
  }

  #union(type: UnionNode, named: { name: string; docs: Docs }): Code {
    const found = this.#found(type);
    if (found.by === 'array')
      return this.#array(found.array.element, named, this.#check(found.other, NO_DOCS, VALUE, `${named.name}Single`));
    if (found.by !== 'tag') return code`return ${conditionText(this.#anyOf(found, VALUE, named))};`;
    const cases = [...found.cases].map(([value, group], index) => {
      const name = group.length === 1 ? `${named.name}${pascalCase(value)}` : `${named.name}${index}`;
      const conditions = group.map((member) => this.#check(member, NO_DOCS, VALUE, name));
      return code`case ${value}: return ${conditionText(or(conditions))};`;
    });
    const tag = this.#variable(new Scope(['value']), found.tag);
    const read = tag === found.tag ? identifier(tag) : code`${found.tag}: ${identifier(tag)}`;
    return code`${readsOfObjectOrArray(code`{ ${read} }`)}
      switch (${identifier(tag)}) { ${cases} default: return false; }`;
  }

  #found(type: UnionNode): Choice {
    const found = this.#unions.get(type);
    if (!found) throw new Error('The union is not in the plan');
    return found;
  }

  #anyOf(found: Untagged, value: Code, { name, docs }: { name: string; docs: Docs }): Condition {
    if (found.by === 'value') return or(found.values.map((each) => equals(value, literal(each))));
    return or(cheapestFirst(found.members.map((member, index) => this.#check(member, docs, value, `${name}${index}`))));
  }

  /** Returns the condition that an expression has a type. `path` becomes the name of the helper, if one is needed. */
  #check(type: TypeNode, docs: Docs, value: Code, path: string): Condition {
    const { target, aliases } = this.#definitions.resolve(type);
    const [named] = aliases;
    const union = target.kind === 'union' ? this.#found(target) : undefined;
    if (union?.by === 'trial' && union.anything) return always;
    if (target.kind === 'interface') return callsGuard(guardName(named?.name ?? target.name), value);
    if (target.kind === 'primitive') {
      const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
      return this.#primitive(target, { text: '', tags }, value);
    }
    if (named) return callsGuard(guardName(named.name), value);
    switch (target.kind) {
      case 'literal':
        return equals(value, literal(target.value));
      case 'typeof':
        return equals(value, literal(this.#definitions.constantValue(target.name)));
      case 'record':
        return objectCondition(value);
      case 'intersection': {
        const isOnlyOne = target.members.filter((member) => member.kind !== 'reference').length === 1;
        const checks = target.members.map((member, index) =>
          this.#check(member, NO_DOCS, value, isOnlyOne ? path : `${path}${index}`),
        );
        return and(checks);
      }
      case 'union': {
        if (union && union.by !== 'tag' && union.by !== 'array' && value !== VALUE) {
          const condition = this.#anyOf(union, value, { name: path, docs });
          if (condition.kind !== 'or' || condition.of.length <= MAX_IN_PLACE) return condition;
        }
        return callsGuard(this.#helper(target, path, docs), value);
      }
      case 'object':
        if (isOpenMap(target)) return objectCondition(value);
        return callsGuard(this.#helper(target, path, docs), value);
      case 'array':
        return callsGuard(this.#helper(target, path, docs), value, 'loop');
    }
  }

  #primitive(type: Structure & { kind: 'primitive' }, docs: Docs, value: Code): Condition {
    switch (type.name) {
      case 'string':
      case 'boolean':
        return hasType(value, type.name);
      case 'null':
        return equals(value, new Code('null'));
      case 'number':
        return numberCondition(!isFractional(type, docs), docs, value);
      case 'unknown':
      case 'any':
        return always;
      case 'never':
        return never;
      case 'object':
        return objectCondition(value);
    }
  }

  /** Returns the private function that checks an anonymous type. */
  #helper(target: ObjectNode | (Structure & { kind: 'array' | 'union' }), path: string, docs: Docs): string {
    const preferred = helperName(target, path, docs);
    const key = JSON.stringify([preferred, target, relevantTags(docs)], withoutProse);
    const known = this.#helpers.get(key);
    if (known !== undefined) return known;
    const name = this.#scope.claim(guardName(withoutRepetition(preferred)), guardName(preferred));
    this.#helpers.set(key, name);
    this.#add({ name, exported: false }, new Code('boolean'), () => this.#body(target, { name: preferred, docs }));
    return name;
  }
}

/** `TimeoutErrorData` for `TimeoutErrorErrorData`. */
function withoutRepetition(name: string): string {
  return name.replaceAll(/([A-Z][a-z]+)\1(?=[A-Z]|$)/g, '$1');
}

/** Returns the name of a helper. Arrays of one named type, or of strings, are named after that type; all others after their place. */
function helperName(target: TypeNode, path: string, docs: Docs): string {
  if (target.kind !== 'array' || docs.tags.some(({ name }) => /^(min|max)Items$/.test(name))) return path;
  const { element } = target;
  if (element.kind === 'reference') return `${element.name}Array`;
  return element.kind === 'primitive' ? `${pascalCase(element.name)}Array` : path;
}

function callsGuard(name: string, value: Code, cost?: Cost): Condition {
  return calls(code`${importedGuard(name)}(${value})`, cost);
}

/** Returns the condition that an expression is an object. It is inlined for the values of a map, of which there may be many. */
function objectCondition(value: Code): Condition {
  if (value !== EACH) return calls(code`${isObject}(${value})`);
  return and([hasType(value, 'object'), not(equals(value, NULL)), not(calls(code`Array.isArray(${value})`))]);
}

/** Returns statements that read properties. One of them distinguishes objects from arrays, and is checked next. */
function readsOfObjectOrArray(pattern: Code): Code {
  return code`if (typeof value !== 'object' || value === null) return false;
    const ${pattern} = value as Record<string, unknown>;`;
}

/** Returns whether arrays have no property of this name. */
function distinguishesFromArray(name: string): boolean {
  return !(name in Array.prototype) && !/^\d+$/.test(name);
}

/**
 * Returns the condition for a number: finite, and an integer unless the schema allows fractions. Bounds are checked here, formats
 * elsewhere.
 */
function numberCondition(isWhole: boolean, docs: Docs, value: Code): Condition {
  const limits = bounds(docs, value, ['minimum', 'maximum']);
  const isNumber = calls(code`Number.${identifier(isWhole ? 'isInteger' : 'isFinite')}(${value})`, 'typeof');
  if (limits.length === 0) return isNumber;
  // A number between two bounds is finite.
  return and([hasType(value, 'number'), ...(isWhole || limits.length < 2 ? [isNumber] : []), ...limits]);
}

/** Returns the conditions for the limits of two tags, if they are present. */
function bounds(docs: Docs, value: Code, [least, most]: readonly [string, string]): readonly Condition[] {
  const { minimum, maximum } = limitsOf(docs, least, most);
  return [
    ...(minimum === undefined ? [] : [test(code`${value} >= ${minimum}`, 'literal')]),
    ...(maximum === undefined ? [] : [test(code`${value} <= ${maximum}`, 'literal')]),
  ];
}

/** Returns the tags that change what a guard checks. */
function relevantTags(docs: Docs): unknown {
  return docs.tags.filter(({ name }) => ['TJS-type', 'minimum', 'maximum', 'minItems', 'maxItems'].includes(name));
}

/** Returns whether two types differ only in prose and place. */
function withoutProse(key: string, value: unknown): unknown {
  if (key === 'place' || key === 'constraints') return undefined;
  return key === 'docs' ? relevantTags(value as Docs) : value;
}
