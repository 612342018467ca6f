/** Explains a method or a definition of the protocol: everything the schemas and the tables beside them say of it. */

import { allMessages, type Protocol } from '../model/protocol.js';
import type { Explanation } from './explanation.js';
import { explainDeclaration } from './explainDeclaration.js';
import { explainMessage, findMessage } from './explainMessage.js';
import { nearest } from './nearest.js';

/** What was asked for is not there. */
export interface Unknown {
  readonly kind: 'unknown';
  /** The revisions that have it, where only the one asked for does not. */
  readonly revisions: readonly string[];
  /** The names that may have been meant, the nearest first. */
  readonly nearest: readonly string[];
}

/**
 * @param name a method (`tools/call`), the name of its handler (`callTool`), or a definition (`Tool`)
 * @param protocols all revisions, oldest first
 * @param revision the one to explain it in; the newest that has it where this is left out
 */
export function explain(name: string, protocols: readonly Protocol[], revision?: string): Explanation | Unknown {
  const having = protocols.filter((protocol) => findMessage(name, protocol) ?? protocol.definitions.find(name));
  const protocol = revision === undefined ? having.at(-1) : having.find((each) => each.revision === revision);
  if (!protocol) {
    const asked = protocols.filter((each) => revision === undefined || each.revision === revision);
    return {
      kind: 'unknown',
      revisions: having.map((each) => each.revision),
      nearest: nearest(name, asked.flatMap(namesOf)),
    };
  }
  const message = findMessage(name, protocol);
  if (message) return explainMessage(message, protocol, protocols);
  const declaration = protocol.definitions.find(name);
  if (!declaration) throw new Error(`No definition ${name}`);
  return explainDeclaration(declaration, protocol, protocols);
}

function namesOf(protocol: Protocol): readonly string[] {
  const messages = allMessages(protocol).flatMap((message) => [message.method, message.name]);
  return [...messages, ...protocol.definitions.all.map(({ name }) => name)];
}
