/** Finds what senders check in addition to guards: formats, the keys of `_meta`, and errata that apply to senders only. */

import { reach } from '../collections.js';
import { tagText, type Property, type TypeDeclaration, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';
import { SchemaProblems, type Place, type Problem } from '../problems.js';
import type { UnionNode, Unions } from './unions.js';

/** The formats that the runtime can check. Other formats are annotations, as in JSON Schema. */
const FORMATS = ['byte', 'date-time', 'file-uri', 'uri', 'uri-template'] as const;

/** A rule for one value. All rules accept an absent value. */
export type SendRule =
  | { readonly kind: 'format'; readonly format: (typeof FORMATS)[number] }
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
  /** For the items of an array or the values of a map. Either may be absent. */
  | { readonly kind: 'items' | 'entries'; readonly of: SendCheck }
  /** Only if the value is present. */
  | { readonly kind: 'present'; readonly of: SendCheck }
  /** One check if the value is that member of a union, and another if it is not. */
  | { readonly kind: 'member'; readonly is: MemberTest; readonly of: SendCheck; readonly otherwise: SendCheck }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unsupported'; readonly what: string; readonly place: Place };

export type MemberTest =
  | { readonly by: 'array' }
  | { readonly by: 'tag'; readonly tag: string; readonly value: string }
  | { readonly by: 'guard'; readonly definition: string };

/**
 * Finds the checks of the params and results of all methods, and those that they call, in the order of the definitions.
 *
 * @throws {SchemaProblems} naming every place where a rule cannot be checked
 */
export function findSendChecks(
  { definitions, metadataKeys, requests, notifications }: Protocol,
  unions: Unions,
): ReadonlyMap<string, SendCheck> {
  const found = allChecks({ definitions, metadataKeys, unions });
  const sent = [...requests.flatMap(({ params, results }) => [params.type, ...results])].concat(
    notifications.map(({ params }) => params.type),
  );
  const needed = reach(sent, (name) => {
    const check = found.get(name);
    return check && definitionsIn(check);
  });
  const checks = new Map([...found].filter(([name]) => needed.has(name)));
  const problems = [...checks.values()].flatMap(problemsIn);
  if (problems.length > 0) throw new SchemaProblems(problems);
  return checks;
}

const NOTHING: SendCheck = { kind: 'nothing' };

interface Context {
  readonly definitions: Definitions;
  readonly metadataKeys: boolean;
  readonly unions: Unions;
}

/** Repeats the search until it finds nothing new: a definition has a check if it refers to a definition with a check. */
function allChecks(
  context: Context,
  known: ReadonlyMap<string, SendCheck> = new Map(),
): ReadonlyMap<string, SendCheck> {
  const finder = new CheckFinder(context, known);
  const found = new Map(
    context.definitions.types.flatMap((declaration) => {
      const check = finder.ofDeclaration(declaration);
      return check ? [[declaration.name, check] as const] : [];
    }),
  );
  return found.size === known.size ? found : allChecks(context, found);
}

class CheckFinder {
  readonly #context: Context;
  readonly #known: ReadonlyMap<string, SendCheck>;

  constructor(context: Context, known: ReadonlyMap<string, SendCheck>) {
    this.#context = context;
    this.#known = known;
  }

  ofDeclaration(declaration: TypeDeclaration): SendCheck | undefined {
    if (declaration.kind === 'alias') return this.#type(declaration.type);
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

  /** Checks an index signature only in an object without named properties: it does not apply to them. */
  #object(properties: readonly Property[], index: TypeNode | undefined): SendCheck | undefined {
    const named = all(properties.map((property) => this.#property(property)));
    const others = wrap('entries', index && this.#type(index));
    if (!index || !others) return named;
    return properties.length === 0 ? others : unsupported('A format in an index signature beside properties', index);
  }

  #property(property: Property): SendCheck | undefined {
    const { name, type, optional } = property;
    const inside = this.#type(type);
    const isArray = this.#context.definitions.resolve(type).target.kind === 'array';
    const of = all([this.#rule(property), optional && !isArray ? wrap('present', inside) : inside]);
    return of && { kind: 'property', name, of };
  }

  #rule({ name, docs, constraints }: Property): SendRule | undefined {
    if (name === '_meta') return this.#context.metadataKeys ? { kind: 'metadata' } : undefined;
    const stated = constraints?.format ?? tagText(docs, 'format');
    const format = FORMATS.find((known) => known === stated);
    if (format !== undefined) return { kind: 'format', format };
    return constraints?.maxItems === undefined ? undefined : { kind: 'length', most: constraints.maxItems };
  }

  /** Checks a value that matches several members against each of them. */
  #union(type: UnionNode): SendCheck | undefined {
    const found = this.#context.unions.get(type);
    switch (found?.by) {
      case undefined:
      case 'value':
        return undefined;
      case 'trial':
        return all(found.all.map((member) => this.#member(member, trial(member))));
      case 'array': {
        const [of, otherwise] = [this.#type(found.array), this.#type(found.other)];
        if (!of && !otherwise) return undefined;
        return { kind: 'member', is: { by: 'array' }, of: of ?? NOTHING, otherwise: otherwise ?? NOTHING };
      }
      case 'tag': {
        const { tag } = found;
        const members = [...found.all].flatMap(([value, group]) =>
          // A tag that several members share does not identify one of them.
          group.map((member) => this.#member(member, group.length > 1 ? trial(member) : { by: 'tag', tag, value })),
        );
        return all(members);
      }
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

function trial(member: TypeNode): MemberTest | undefined {
  if (member.kind === 'array') return { by: 'array' };
  return member.kind === 'reference' ? { by: 'guard', definition: member.name } : undefined;
}

function all(checks: readonly (SendCheck | undefined)[]): SendCheck | undefined {
  const of = checks.filter((check) => check !== undefined);
  return of.length > 1 ? { kind: 'all', of } : of[0];
}

function wrap(kind: 'items' | 'entries' | 'present', of: SendCheck | undefined): SendCheck | undefined {
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
