/** Reads the results of requests. */

import type { ProblemList } from '../problems.js';
import { pascalCase } from '../words.js';
import type { AliasDeclaration, Declaration, InterfaceDeclaration, TypeNode } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { MethodFacts } from './facts.js';
import type { OpenDecisions } from './openDecisions.js';
import { propertiesBelow, referenceTo } from './places.js';

/** Finds the results of each request of a revision. */
export class ResultReader {
  readonly #definitions: Definitions;
  readonly #problems: ProblemList;
  readonly #open: OpenDecisions;

  constructor(definitions: Definitions, problems: ProblemList, open: OpenDecisions) {
    this.#definitions = definitions;
    this.#problems = problems;
    this.#open = open;
  }

  /**
   * Returns the result types of `XRequest`: those of `XResultResponse` if it is declared. Otherwise the type that `overrides.json` names, or
   * `XResult`.
   */
  resultsOf(
    declaration: InterfaceDeclaration,
    method: string,
    facts: MethodFacts | undefined,
  ): readonly [string, ...string[]] {
    const base = declaration.name.replace(/Request$/, '');
    const [stated, ...others] = this.#stated(responseName(this.#definitions, declaration.name));
    if (stated !== undefined) return [stated, ...others];
    const other = this.#otherResults(declaration, method, facts);
    const candidates = [facts?.result, `${base}Result`].filter((name) => name !== undefined);
    const result = candidates.find((name) => this.#definitions.findType(name));
    if (result !== undefined) {
      const [first = result, ...more] = this.#alternatives(referenceTo(result));
      return [first, ...more, ...other];
    }
    const guess = (['EmptyResult', 'Result'] as const)
      .map((anchor) => this.#definitions.nameOf(anchor))
      .find((name) => this.#definitions.findType(name));
    const message = `${declaration.name} (${method}) has no result: ${candidates.join(' or ')} is not declared`;
    const remedy = `Declare ${base}Result, or name the result in a row for ${method} in overrides.json.`;
    if (guess === undefined) this.#problems.add(declaration.place, message, remedy);
    else this.#open.require(declaration.place, `${message}. Guess: ${guess}`, remedy);
    return [guess ?? ''];
  }

  /** Returns the alternative result. If the revision does not declare it, the row is an open decision. */
  #otherResults(declaration: InterfaceDeclaration, method: string, facts: MethodFacts | undefined): readonly string[] {
    const name = facts?.otherResult;
    if (name === undefined) return [];
    if (this.#definitions.findType(name)) return [name];
    const message = `${name}, the alternative result of ${method}, is not declared. Guess: it does not exist`;
    const remedy = `Declare ${name}, or end the row for ${method} in overrides.json with "until".`;
    this.#open.need(declaration.place, message, remedy);
    return [];
  }

  /** Returns the names in the `result` of a response. */
  #stated(response: string): readonly string[] {
    // The parts of an intersection may state a result each: the last one is the most specific.
    const properties = this.#definitions.findType(response)
      ? propertiesBelow(this.#definitions, referenceTo(response))
      : [];
    const type = properties.findLast(({ name }) => name === 'result')?.type;
    const members = type?.kind === 'union' ? type.members : type ? [type] : [];
    return [...new Set(members.flatMap((member) => this.#alternatives(member)))];
  }

  /** Returns the name of a result. If it is a union with questions to the sender, returns the names of its members. */
  #alternatives(type: TypeNode): readonly string[] {
    const { target } = this.#definitions.resolve(type);
    if (type.kind !== 'reference') {
      // The responses of requests are named before. This one is inherited, or not the response of a request.
      this.#problems.add(type.place, 'A result has no name', 'Declare it with a name of its own.');
      return [];
    }
    if (target.kind !== 'union' || !this.#mayAsk(target)) return [type.name];
    return target.members.flatMap((member) => this.#alternatives(member));
  }

  #mayAsk({ members }: TypeNode & { readonly kind: 'union' }): boolean {
    return members.some((member) => {
      const { target } = this.#definitions.resolve(member);
      if (target.kind === 'union') return this.#mayAsk(target);
      return member.kind === 'reference' && this.#definitions.isAnchor(member.name, 'InputRequiredResult');
    });
  }
}

/** Returns the name of the response to a request: a name of its own, or one by the pattern. */
export function responseName(definitions: Definitions, request: string): string {
  const base = request.replace(/Request$/, '');
  return definitions.names[`${base}ResultResponse`] ?? definitions.nameOf('XResultResponse').replace('X', base);
}

/** Returns the declarations, with an alias before each response for each of its results that has no name. */
export function nameResults(source: Definitions, problems: ProblemList): readonly Declaration[] {
  const requests = source.types.filter(({ name }) => name.endsWith('Request'));
  const baseOf = new Map(requests.map(({ name }) => [responseName(source, name), name.replace(/Request$/, '')]));
  return source.all.flatMap((declaration): readonly Declaration[] => {
    const base = baseOf.get(declaration.name);
    const result =
      declaration.kind === 'interface' ? declaration.properties.find(({ name }) => name === 'result') : undefined;
    if (declaration.kind !== 'interface' || base === undefined || !result) return [declaration];
    const isUnion = result.type.kind === 'union';
    const members = result.type.kind === 'union' ? result.type.members : [result.type];
    const aliases: AliasDeclaration[] = [];
    const named = members.map((type, index): TypeNode => {
      if (type.kind === 'reference') return type;
      const name = isUnion ? `${base}${tagOf(type) ?? index + 1}Result` : `${base}Result`;
      if (source.find(name) || aliases.some((alias) => alias.name === name)) {
        const message = `A result of ${base}Request without a name would be named ${name}, which is already declared`;
        problems.add(type.place, message, 'Declare the result with a name of its own.');
      }
      const text = `A result of {@link ${base}Request}.`;
      aliases.push({ kind: 'alias', name, type, docs: { text, tags: [] }, place: type.place });
      return { kind: 'reference', name, place: type.place };
    });
    if (aliases.length === 0) return [declaration];
    const [only] = named;
    const type: TypeNode = only && !isUnion ? only : { kind: 'union', members: named, place: result.type.place };
    const properties = declaration.properties.map((each) => (each === result ? { ...each, type } : each));
    return [...aliases, { ...declaration, properties }];
  });
}

/** Returns the value of `resultType` as a part of a name: `Deferred`. */
function tagOf(type: TypeNode): string | undefined {
  if (type.kind === 'intersection') return type.members.map(tagOf).find((each) => each !== undefined);
  if (type.kind !== 'object') return undefined;
  const tag = type.properties.find(({ name }) => name === 'resultType')?.type;
  return tag?.kind === 'literal' && /^[\w-]+$/.test(String(tag.value)) ? pascalCase(String(tag.value)) : undefined;
}
