/** Explains the definitions and constants of a schema. */

import type { Base, Declaration, TypeNode } from '../model/declarations.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { partsOfMessage } from './explainMessage.js';
import type { TypeExplanation, Uses } from './explanation.js';
import { documented, fieldsOf } from './fields.js';
import { historyOf } from './history.js';
import { mentions, reach } from './reach.js';
import { typeLine } from './typeLine.js';

export function explainDeclaration(
  declaration: Declaration,
  protocol: Protocol,
  protocols: readonly Protocol[],
): TypeExplanation {
  const { kind, name } = declaration;
  const { revision, source, definitions } = protocol;
  const meaning = meaningOf(declaration);
  return {
    kind,
    name,
    revision,
    ...documented(declaration.docs),
    ...(meaning && { meaning: typeLine(meaning) }),
    extends: kind === 'interface' ? declaration.bases.map(baseText) : [],
    ...fieldsOf(typeOf(declaration), definitions),
    unnamed: source.find(name) === undefined,
    uses: usesOf(name, protocol),
    errata: protocol.errata.filter(({ place }) => place === name || place.startsWith(`${name}.`)),
    ...historyOf(protocols, (each) => {
      const found = each.definitions.find(name);
      return found && [{ name: 'values', type: typeOf(found) }];
    }),
  };
}

function usesOf(name: string, protocol: Protocol): Uses {
  const { definitions } = protocol;
  const messages = allMessages(protocol);
  const methodsWith = (part: string): readonly string[] => {
    const holding = messages.filter((message) => {
      const parts = partsOfMessage(message).filter((each) => each.name === part);
      return reach(
        parts.map(({ type }) => type),
        definitions,
      ).has(name);
    });
    return holding.map(({ method }) => method);
  };
  const message = messages.find(({ declaration }) => declaration.name === name);
  const types = definitions.types.filter((declaration) => mentions(declaration).has(name));
  return {
    ...(message && { message: message.method }),
    params: methodsWith('params'),
    results: methodsWith('result'),
    types: types.map((each) => each.name),
  };
}

function meaningOf(declaration: Declaration): TypeNode | undefined {
  if (declaration.kind === 'interface') return undefined;
  return declaration.kind === 'alias' ? declaration.type : typeOf(declaration);
}

function typeOf(declaration: Declaration): TypeNode {
  const { name, place } = declaration;
  return declaration.kind === 'constant'
    ? { kind: 'literal', value: declaration.value, place }
    : { kind: 'reference', name, place };
}

function baseText({ name, filter }: Base): string {
  if (!filter) return name;
  const keys = filter.keys.map((key) => JSON.stringify(key)).join(' | ');
  return `${filter.kind === 'omit' ? 'Omit' : 'Pick'}<${name}, ${keys}>`;
}
