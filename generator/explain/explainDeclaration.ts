/** Explains the definitions and constants of a schema. */

import { mentions, valuesOf } from '../analyze/mentions.js';
import { reach } from '../collections.js';
import type { Base, Declaration } from '../model/declarations.js';
import { allMessages, type Protocol } from '../model/protocol.js';
import { partsOfMessage } from './explainMessage.js';
import type { TypeExplanation, Uses } from './explanation.js';
import { documented, fieldsOf, typeLine } from './fields.js';
import { historyOf } from './history.js';

export function explainDeclaration(
  declaration: Declaration,
  protocol: Protocol,
  protocols: readonly Protocol[],
): TypeExplanation {
  const { kind, name, place } = declaration;
  const { revision, source, definitions } = protocol;
  return {
    kind,
    name,
    revision,
    ...documented(declaration.docs),
    ...(kind === 'alias' && { meaning: typeLine(declaration.type) }),
    ...(kind === 'constant' && { meaning: JSON.stringify(declaration.value) }),
    extends: kind === 'interface' ? declaration.bases.map(baseText) : [],
    ...(kind === 'constant' ? { fields: [] } : fieldsOf({ kind: 'reference', name, place }, definitions)),
    unnamed: source.find(name) === undefined,
    uses: usesOf(name, protocol),
    errata: protocol.errata.filter((row) => row.place === name || row.place.startsWith(`${name}.`)),
    ...historyOf(protocols, (each) => each.definitions.find(name) && new Map([['values', [name]]])),
  };
}

function usesOf(name: string, protocol: Protocol): Uses {
  const { definitions } = protocol;
  const messages = allMessages(protocol);
  const methodsWith = (part: string): readonly string[] => {
    const holding = messages.filter((message) => {
      const types = partsOfMessage(message).get(part) ?? [];
      return reach(types, (each) => valuesOf(each, definitions)).has(name);
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

function baseText({ name, filter }: Base): string {
  if (!filter) return name;
  const keys = filter.keys.map((key) => JSON.stringify(key)).join(' | ');
  return `${filter.kind === 'omit' ? 'Omit' : 'Pick'}<${name}, ${keys}>`;
}
