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
import { isFractional, keywordOf } from '../../model/keywords.js';
import { allLimits, entriesOf, isEmpty, isLimit, limitsAt, limitsOf, type Limits } from '../../model/limits.js';
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
import { guardName, importedGuard, typeNamed } from './guardNames.js';

const { hasLength, hasMatch, hasSize, hasUniqueItems, isNested, isObject } = runtime;
const VALUE = new Code('value');
const EACH = new Code('each');
const NULL = new Code('null');
const UNDEFINED = new Code('undefined');
/** The maximum number of alternatives to inline. More become a function. */
const MAX_IN_PLACE = 4;

/** The most literals that are compared one by one. An expression of thousands exhausts the stack of formatters and compilers. */
const MAX_COMPARED = 200;

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
  /** The definitions that mention themselves, directly or through others. */
  readonly #recursive: ReadonlySet<string>;
  /** Helpers for anonymous types, by their place and by their content. */
  readonly #helpers = new Map<string, string>();
  readonly #functions: EmittedFunction[] = [];

  constructor({ protocol: { definitions }, unions, recursive }: RevisionPlan) {
    this.#definitions = definitions;
    this.#unions = unions;
    this.#recursive = recursive;
    const imports = [hasLength, hasMatch, hasSize, hasUniqueItems, isNested, isObject].map(({ text }) => text);
    this.#functionNames = new Set([...imports, ...definitions.types.map(({ name }) => guardName(name))]);
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
    const head = { name, exported: true, docs };
    const body = (): Code =>
      declaration.kind === 'interface'
        ? this.#object(declaration, declaration.docs)
        : this.#body(declaration.type, declaration);
    if (!this.#recursive.has(declaration.name)) return this.#add(head, code`value is ${type}`, body);
    // The function for one level is called by one that counts levels.
    const level = this.#scope.claim(`${name}Level`);
    this.#add(head, code`value is ${type}`, () => code`return ${isNested}(${identifier(level)}, value);`);
    this.#add({ name: level, exported: false }, new Code('boolean'), body);
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
        return this.#object(type, named.docs, named.name);
      case 'array':
        return this.#array(type.element, named);
      case 'union':
        return isEmpty(limitsOf(named.docs)) ? this.#union(type, named) : this.#returns(type, named);
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

  /** @param docs the doc comment of the object, with its limits */
  #object(target: InterfaceDeclaration | ObjectNode, docs: Docs, path?: string): Code {
    const name = target.kind === 'interface' ? target.name : (path ?? '');
    const properties = this.#definitions.propertiesOf(target);
    const locals = new Scope(['value']);
    const read: Code[] = [];
    const conditions: Condition[] = [...limitConditions(limitsOf(docs), VALUE)];
    let isDistinguished = false;
    for (const property of properties) {
      const local = this.#variable(locals, property.name);
      const owner = this.#definitions.ownerOf(property) ?? name;
      const condition = this.#check(property.type, property.docs, identifier(local), owner + pascalCase(property.name));
      const isAny = isAlways(condition);
      if (isAny && property.optional) continue;
      const isMissing = equals(identifier(local), UNDEFINED);
      // Limits alone accept a missing value.
      if (!property.optional && this.#isAnything(property.type)) conditions.push(and([not(isMissing), condition]));
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
        : code`if (!${isObject}(value)) return false; ${read.length > 0 ? code`const ${pattern} = value;` : undefined}`;
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
    const { minItems, maxItems, uniqueItems } = limitsOf(named.docs);
    const limits = [
      ...bounds(new Code('value.length'), minItems, maxItems),
      ...(uniqueItems ? [calls(code`${hasUniqueItems}(value)`, 'loop')] : []),
    ];
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

  #isAnything(type: TypeNode): boolean {
    const { target } = this.#definitions.resolve(type);
    if (target.kind === 'primitive') return target.name === 'unknown' || target.name === 'any';
    const found = target.kind === 'union' ? this.#found(target) : undefined;
    return found?.by === 'trial' && found.anything;
  }

  #found(type: UnionNode): Choice {
    const found = this.#unions.get(type);
    if (!found) throw new Error('The union is not in the plan');
    return found;
  }

  #anyOf(found: Untagged, value: Code, { name }: { name: string }): Condition {
    if (found.by === 'value') return isOneOf(value, found.values.map(literal));
    const members = found.members.map((member, index) => this.#check(member, NO_DOCS, value, `${name}${index}`));
    return or(cheapestFirst(members));
  }

  /** Returns the condition that an expression has a type. `path` becomes the name of the helper, if one is needed. */
  #check(type: TypeNode, docs: Docs, value: Code, path: string): Condition {
    const { target, aliases } = this.#definitions.resolve(type);
    if (target.kind === 'primitive') {
      const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
      return this.#primitive(target, { text: '', tags }, allLimits(docs, aliases), value);
    }
    const condition = this.#unlimited(type, docs, value, path);
    // The function of an anonymous array or object checks its limits.
    const isInside =
      aliases.length === 0 && (target.kind === 'array' || target.kind === 'object') && !isOpenMapType(target);
    return isInside ? condition : and([condition, ...limitConditions(limitsAt(docs, aliases), value)]);
  }

  /** Returns the condition without the limits of the place, except for those of an anonymous array or object. */
  #unlimited(type: TypeNode, docs: Docs, value: Code, path: string): Condition {
    const { target, aliases } = this.#definitions.resolve(type);
    const [named] = aliases;
    const union = target.kind === 'union' ? this.#found(target) : undefined;
    if (target.kind === 'interface') return callsGuard(guardName(named?.name ?? target.name), value);
    if (union?.by === 'trial' && union.anything && aliases.every((alias) => isEmpty(limitsOf(alias.docs))))
      return always;
    if (named) return callsGuard(guardName(named.name), value);
    switch (target.kind) {
      case 'primitive':
        throw new Error('Primitives have their own conditions');
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
          const condition = this.#anyOf(union, value, { name: path });
          const isLong = union.by === 'value' && union.values.length > MAX_COMPARED;
          if (!isLong && (condition.kind !== 'or' || condition.of.length <= MAX_IN_PLACE)) return condition;
        }
        return callsGuard(this.#helper(target, path, withoutLimits(docs)), value);
      }
      case 'object':
        if (isOpenMap(target)) return objectCondition(value);
        return callsGuard(this.#helper(target, path, docs), value);
      case 'array':
        return callsGuard(this.#helper(target, path, docs), value, 'loop');
    }
  }

  #primitive(type: Structure & { kind: 'primitive' }, docs: Docs, limits: Limits, value: Code): Condition {
    switch (type.name) {
      case 'string':
        return and([hasType(value, 'string'), ...limitConditions(limits, value)]);
      case 'boolean':
        return hasType(value, type.name);
      case 'null':
        return equals(value, new Code('null'));
      case 'number':
        return numberCondition(!isFractional(type, docs), limits, value);
      case 'unknown':
      case 'any':
        return and(limitConditions(limits, value));
      case 'never':
        return never;
      case 'object':
        return and([objectCondition(value), ...limitConditions(limits, value)]);
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
  if (target.kind !== 'array' || !isEmpty(limitsOf(docs))) return path;
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

/** Returns the condition that a value is one of some literals. */
function isOneOf(value: Code, literals: readonly Code[]): Condition {
  if (literals.length <= MAX_COMPARED) return or(literals.map((each) => equals(value, each)));
  return calls(code`([${concat(literals, ', ')}] as readonly unknown[]).includes(${value})`);
}

/** Returns the condition for a number: finite, and an integer unless the schema allows fractions. */
function numberCondition(isWhole: boolean, limits: Limits, value: Code): Condition {
  const conditions = numberLimits(limits, value);
  const isNumber = calls(code`Number.${identifier(isWhole ? 'isInteger' : 'isFinite')}(${value})`, 'typeof');
  if (conditions.length === 0) return isNumber;
  // A number between two bounds is finite.
  const isBounded = [limits.minimum, limits.maximum].every((bound) => bound !== undefined);
  return and([hasType(value, 'number'), ...(isWhole || !isBounded ? [isNumber] : []), ...conditions]);
}

/** Returns the conditions for the limits of a value, which accept values of other types. */
function limitConditions(limits: Limits, value: Code): readonly Condition[] {
  const { minLength, maxLength, pattern, minItems, maxItems, uniqueItems, minProperties, maxProperties } = limits;
  const numbers = numberLimits(limits, value);
  const items = bounds(code`${value}.length`, minItems, maxItems);
  return [
    ...(numbers.length === 0 ? [] : [or([not(hasType(value, 'number')), and(numbers)])]),
    ...sizeCondition(hasLength, value, minLength, maxLength),
    ...(pattern === undefined ? [] : [calls(code`${hasMatch}(${value}, ${literal(pattern)})`)]),
    ...(items.length === 0 ? [] : [or([not(calls(code`Array.isArray(${value})`)), and(items)])]),
    ...(uniqueItems ? [calls(code`${hasUniqueItems}(${value})`, 'loop')] : []),
    ...sizeCondition(hasSize, value, minProperties, maxProperties),
  ];
}

function sizeCondition(
  check: Code,
  value: Code,
  least: number | undefined,
  most: number | undefined,
): readonly Condition[] {
  if (least === undefined && most === undefined) return [];
  return [calls(code`${check}(${value}, ${least ?? 0}${most === undefined ? undefined : code`, ${most}`})`)];
}

/** Returns the conditions for the limits of an expression that is known to be a number. */
function numberLimits(limits: Limits, value: Code): readonly Condition[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  return [
    ...bounds(value, minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [test(code`${value} > ${exclusiveMinimum}`, 'literal')]),
    ...(exclusiveMaximum === undefined ? [] : [test(code`${value} < ${exclusiveMaximum}`, 'literal')]),
    ...(multipleOf === undefined ? [] : [equals(code`${value} % ${multipleOf}`, new Code('0'))]),
  ];
}

function bounds(value: Code, least: number | undefined, most: number | undefined): readonly Condition[] {
  return [
    ...(least === undefined ? [] : [test(code`${value} >= ${least}`, 'literal')]),
    ...(most === undefined ? [] : [test(code`${value} <= ${most}`, 'literal')]),
  ];
}

function isOpenMapType(type: TypeNode | InterfaceDeclaration): boolean {
  return type.kind === 'object' && isOpenMap(type);
}

function withoutLimits({ text, tags }: Docs): Docs {
  return { text, tags: tags.filter((tag) => !isLimit(keywordOf(tag) ?? '')) };
}

/** Returns what the tags of a doc comment change about a guard. */
function relevantTags(docs: Docs): unknown {
  return [docs.tags.find((tag) => keywordOf(tag) === 'type')?.text, ...entriesOf(limitsOf(docs))];
}

/** Returns whether two types differ only in prose and place. */
function withoutProse(key: string, value: unknown): unknown {
  if (key === 'place' || key === 'constraints') return undefined;
  return key === 'docs' ? relevantTags(value as Docs) : value;
}
