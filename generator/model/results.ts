/** Reads the results of requests. */

import type { ProblemList } from '../problems.js';
import type { InterfaceDeclaration } from './declarations.js';
import type { Definitions } from './definitions.js';
import type { MethodFacts } from './facts.js';
import type { OpenDecisions } from './openDecisions.js';

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
    const [stated, ...others] = this.#stated(this.#responseTo(base));
    if (stated !== undefined) return [stated, ...others];
    const other = this.#otherResults(declaration, method, facts);
    const candidates = [facts?.result, `${base}Result`].filter((name) => name !== undefined);
    const result = candidates.find((name) => this.#definitions.findType(name));
    if (result !== undefined) return [result, ...other];
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

  /** Returns the name of the response to a request: a name of its own, or one by the pattern. */
  #responseTo(base: string): string {
    const { names } = this.#definitions;
    return names[`${base}ResultResponse`] ?? this.#definitions.nameOf('XResultResponse').replace('X', base);
  }

  /** Returns the names in the `result` of a response. */
  #stated(response: string): readonly string[] {
    const declaration = this.#definitions.findType(response);
    const type =
      declaration?.kind === 'interface' ? this.#definitions.propertyNamed(declaration, 'result')?.type : undefined;
    const members = type?.kind === 'union' ? type.members : type ? [type] : [];
    return members.flatMap((member) => (member.kind === 'reference' ? [member.name] : []));
  }
}
