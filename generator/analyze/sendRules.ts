/** Finds what senders check in addition to guards: formats, the keys of `_meta`, and errata that apply to senders only. */

import { reach } from '../collections.js';
import { tagText, type Docs, type Property, type TypeDeclaration, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import { isFormat, type Format } from '../model/formats.js';
import { sentBy, type Protocol } from '../model/protocol.js';
import { SchemaProblems, type Place, type Problem } from '../problems.js';
import type { UnionNode, Unions } from './unions.js';

/** A rule for one value: a format of a string, the maximum length of an array, or the form of the keys of `_meta`. An absent value passes. */
export type SendRule =
  | { readonly kind: 'format'; readonly format: Format }
  | { readonly kind: 'length'; readonly most: number }
  | { readonly kind: 'metadata' };

/** A check of a value. */
export type SendCheck =
  | SendRule
  /** The check of another definition. */
  | { readonly kind: 'definition'; readonly name: string }
  /** Several checks, in this order. */
  | { readonly kind: 'all'; readonly of: readonly SendCheck[] }
  | { readonly kind: 'property'; readonly name: string; readonly of: SendCheck }
  /** For the items of an array, which may be absent. */
  | {
      readonly kind: 'items';
      readonly of: SendCheck;
      /** Whether it is for one of several arrays, so that an item may have any of their types. */
      readonly mixed?: true;
    }
  /** For the values of a map, which may be absent, without the properties of some names. */
  | { readonly kind: 'entries'; readonly of: SendCheck; readonly except: readonly string[] }
  /** Only if the value is present. */
  | { readonly kind: 'present'; readonly of: SendCheck }
  /** One check if the value is that member of a union, and another if it is not. */
  | { readonly kind: 'member'; readonly is: MemberTest; readonly of: SendCheck; readonly otherwise: SendCheck }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unsupported'; readonly what: string; readonly place: Place };

/** Whether a value is a certain member of a union: it is an array, its tag has a value, or the guard of a definition accepts it. */
export type MemberTest =
  | { readonly by: 'array' | 'object' }
  | { readonly by: 'tag'; readonly tag: string; readonly value: string }
  | { readonly by: 'guard'; readonly definition: string };

/**
 * Finds the checks of the params and results of all methods, and those that they call, in the order of the definitions.
 *
 * @throws {SchemaProblems} naming every place where a rule cannot be checked
 */
export function findSendChecks(protocol: Protocol, unions: Unions): ReadonlyMap<string, SendCheck> {
  const { definitions, metadataKeys, requests, embedded, notifications } = protocol;
  const messages = [...requests, ...notifications];
  const results = [...requests, ...embedded].flatMap((request) => request.results);
  const all = allChecks({ definitions, metadataKeys, unions, isNaming: () => false });
  const made = reachedBy([...sentBy('server', messages).map(({ params }) => params.type), ...results], all);
  const found = allChecks({ definitions, metadataKeys, unions, isNaming: (name) => !made.has(name) });
  const needed = reachedBy([...messages.map(({ params }) => params.type), ...results], found);
  const checks = new Map([...found].filter(([name]) => needed.has(name)));
  const problems = [...checks.values()].flatMap(problemsIn);
  if (problems.length > 0) throw new SchemaProblems(problems);
  return checks;
}

/**
 * Formats that are not checked where a client names what a server has made: it must be able to ask for whatever the server lists, as the
 * server has written it.
 */
const NAMED: ReadonlySet<Format> = new Set(['uri', 'uri-template']);
const NONE: ReadonlySet<Format> = new Set();

/** Returns the definitions whose checks those of some definitions call, at any depth. */
function reachedBy(names: readonly string[], checks: ReadonlyMap<string, SendCheck>): ReadonlySet<string> {
  return reach(names, (name) => {
    const check = checks.get(name);
    return check && definitionsIn(check);
  });
}

type ArrayNode = TypeNode & { readonly kind: 'array' };

const NOTHING: SendCheck = { kind: 'nothing' };

interface Context {
  readonly definitions: Definitions;
  readonly metadataKeys: boolean;
  readonly unions: Unions;
  /** Whether only clients send a definition, in params: its URIs name what servers have made. */
  readonly isNaming: (definition: string) => boolean;
}

/** Repeats the search until it finds nothing new: a definition has a check if it refers to a definition with a check. */
function allChecks(
  context: Context,
  known: ReadonlyMap<string, SendCheck> = new Map(),
): ReadonlyMap<string, SendCheck> {
  const found = new Map(
    context.definitions.types.flatMap((declaration) => {
      const leftOut = context.isNaming(declaration.name) ? NAMED : NONE;
      const check = new CheckFinder(context, known, leftOut).ofDeclaration(declaration);
      return check ? [[declaration.name, check] as const] : [];
    }),
  );
  return found.size === known.size ? found : allChecks(context, found);
}

class CheckFinder {
  readonly #context: Context;
  readonly #known: ReadonlyMap<string, SendCheck>;
  readonly #leftOut: ReadonlySet<Format>;

  /** @param leftOut formats that are not checked */
  constructor(context: Context, known: ReadonlyMap<string, SendCheck>, leftOut: ReadonlySet<Format>) {
    this.#context = context;
    this.#known = known;
    this.#leftOut = leftOut;
  }

  ofDeclaration(declaration: TypeDeclaration): SendCheck | undefined {
    if (declaration.kind === 'alias') return all([this.#format(declaration.docs), this.#type(declaration.type)]);
    return this.#object(this.#context.definitions.propertiesOf(declaration), declaration.index);
  }

  #type(type: TypeNode): SendCheck | undefined {
    switch (type.kind) {
      case 'reference':
        return this.#known.has(type.name) ? { kind: 'definition', name: type.name } : undefined;
      case 'array':
        return wrap('items', this.#type(type.element));
      case 'union':
        return this.#union(type);
      case 'intersection':
        return all(type.members.map((member) => this.#type(member)));
      case 'object':
        return this.#object(type.properties, type.index);
      case 'primitive':
      case 'literal':
      case 'record':
      case 'typeof':
        return undefined;
    }
  }

  /** An index signature does not apply to named properties. */
  #object(properties: readonly Property[], index: TypeNode | undefined): SendCheck | undefined {
    const named = all(properties.map((property) => this.#property(property)));
    const of = index && this.#type(index);
    const others: SendCheck | undefined = of && { kind: 'entries', of, except: properties.map(({ name }) => name) };
    return all([named, others]);
  }

  #property(property: Property): SendCheck | undefined {
    const { name, type, optional } = property;
    const inside = this.#type(type);
    const of = all([this.#rule(property), optional && inside?.kind !== 'items' ? wrap('present', inside) : inside]);
    return of && { kind: 'property', name, of };
  }

  #rule({ name, docs, constraints }: Property): SendRule | undefined {
    if (name === '_meta') return this.#context.metadataKeys ? { kind: 'metadata' } : undefined;
    const rule = this.#format(docs, constraints?.format);
    if (rule) return rule;
    return constraints?.maxItems === undefined ? undefined : { kind: 'length', most: constraints.maxItems };
  }

  #format(docs: Docs, stated = tagText(docs, 'format')): SendRule | undefined {
    if (stated === undefined || !isFormat(stated) || this.#leftOut.has(stated)) return undefined;
    return { kind: 'format', format: stated };
  }

  /** Checks a value that matches several members against each of them. */
  #union(type: UnionNode): SendCheck | undefined {
    const found = this.#context.unions.get(type);
    switch (found?.by) {
      case undefined:
      case 'value':
        return undefined;
      case 'trial': {
        const arrays = found.all.filter((member) => member.kind === 'array');
        const others = arrays.length > 1 ? found.all.filter((member) => member.kind !== 'array') : found.all;
        const checks = others.map((member) => this.#member(member, this.#trial(member, found.all)));
        return all([...checks, arrays.length > 1 ? this.#arrays(arrays) : undefined]);
      }
      case 'array': {
        const [of, otherwise] = [this.#type(found.array), this.#type(found.other)];
        if (!of && !otherwise) return undefined;
        return { kind: 'member', is: { by: 'array' }, of: of ?? NOTHING, otherwise: otherwise ?? NOTHING };
      }
      case 'tag': {
        const { tag } = found;
        const members = [...found.all].flatMap(([value, group]) =>
          // A tag that several members share does not identify one of them.
          group.map((member) =>
            this.#member(member, group.length > 1 ? this.#trial(member, group) : { by: 'tag', tag, value }),
          ),
        );
        return all(members);
      }
    }
  }

  /** Checks each item of a value that may be one of several arrays as what it is. */
  #arrays(arrays: readonly ArrayNode[]): SendCheck | undefined {
    const { definitions } = this.#context;
    const elements = arrays.flatMap(({ element }) => {
      const { target } = definitions.resolve(element);
      return target.kind === 'union' ? target.members : [element];
    });
    const test = (element: TypeNode): MemberTest | undefined =>
      element.kind === 'reference' ? { by: 'guard', definition: element.name } : undefined;
    const of = all(elements.map((element) => this.#member(element, test(element))));
    return of && { kind: 'member', is: { by: 'array' }, of: { kind: 'items', of, mixed: true }, otherwise: NOTHING };
  }

  /** Returns how to find out whether a value is a member of a union, if no tag does. */
  #trial(member: TypeNode, members: readonly TypeNode[]): MemberTest | undefined {
    if (member.kind === 'reference') return { by: 'guard', definition: member.name };
    if (member.kind === 'array') return { by: 'array' };
    const others = members.filter((other) => other !== member);
    return others.some((other) => this.#mayBeObject(other)) ? undefined : { by: 'object' };
  }

  #mayBeObject(type: TypeNode): boolean {
    const { target } = this.#context.definitions.resolve(type);
    switch (target.kind) {
      case 'primitive':
        return ['object', 'unknown', 'any'].includes(target.name);
      case 'union':
        return target.members.some((member) => this.#mayBeObject(member));
      case 'literal':
      case 'typeof':
      case 'array':
        return false;
      case 'interface':
      case 'object':
      case 'record':
      case 'intersection':
        return true;
    }
  }

  #member(member: TypeNode, is: MemberTest | undefined): SendCheck | undefined {
    const of = this.#type(member);
    if (!of) return undefined;
    return is
      ? { kind: 'member', is, of, otherwise: NOTHING }
      : unsupported('A format in a union of types without names or tags', member);
  }
}

function all(checks: readonly (SendCheck | undefined)[]): SendCheck | undefined {
  const of = checks.filter((check) => check !== undefined);
  return of.length > 1 ? { kind: 'all', of } : of[0];
}

function wrap(kind: 'items' | 'present', of: SendCheck | undefined): SendCheck | undefined {
  return of && { kind, of };
}

function unsupported(what: string, { place }: TypeNode): SendCheck {
  return { kind: 'unsupported', what, place };
}

function partsOf(check: SendCheck): readonly SendCheck[] {
  if (!('of' in check)) return [];
  if (check.kind === 'member') return [check.of, check.otherwise];
  return check.kind === 'all' ? check.of : [check.of];
}

function definitionsIn(check: SendCheck): readonly string[] {
  return check.kind === 'definition' ? [check.name] : partsOf(check).flatMap(definitionsIn);
}

function problemsIn(check: SendCheck): readonly Problem[] {
  if (check.kind !== 'unsupported') return partsOf(check).flatMap(problemsIn);
  const remedy = 'Give the type a name, or add the check to generator/analyze/sendRules.ts.';
  return [{ ...check.place, message: `${check.what} cannot be checked`, remedy }];
}
