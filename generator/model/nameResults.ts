/** Adds names to results that responses declare in place: `result: A & { total: number }`. */

import { pascalCase } from '../words.js';
import type { ProblemList } from '../problems.js';
import type { AliasDeclaration, Declaration, TypeNode } from './declarations.js';
import type { Definitions } from './definitions.js';

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
