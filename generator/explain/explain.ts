/** Explains a method, a definition, or another name: everything that the schemas and the compiler's tables say about it. */

import { allMessages, type Protocol } from '../model/protocol.js';
import type { Explanation } from './explanation.js';
import { explainDeclaration } from './explainDeclaration.js';
import { explainMessage, findMessage } from './explainMessage.js';
import { explainName, namesIn, revisionsWith } from './explainName.js';
import { nearest } from '../nearest.js';

/** The result for an unknown name. */
export interface Unknown {
  readonly kind: 'unknown';
  /** The revisions that have the name, if only the requested one does not. */
  readonly revisions: readonly string[];
  /** Similar names, the most similar first. */
  readonly nearest: readonly string[];
}

/**
 * Describes a method, a definition, or another name in one revision, with its history.
 *
 * @param name a method (`tools/call`), the name of its handler (`callTool`), a definition (`Tool`), or an error code, an HTTP header, a key
 *   of `_meta`, a feature, or the path of a capability
 * @param protocols all revisions, oldest first
 * @param revision the revision to explain it in. Default: the newest that has it
 */
export function explain(name: string, protocols: readonly Protocol[], revision?: string): Explanation | Unknown {
  const having = protocols.filter((protocol) => findMessage(name, protocol) ?? protocol.definitions.find(name));
  const protocol = revision === undefined ? having.at(-1) : having.find((each) => each.revision === revision);
  const named = having.length === 0 ? explainName(name, protocols, revision) : undefined;
  if (named) return named;
  if (!protocol) {
    const asked = protocols.filter((each) => revision === undefined || each.revision === revision);
    return {
      kind: 'unknown',
      revisions: having.length === 0 ? revisionsWith(name, protocols) : having.map((each) => each.revision),
      nearest: nearest(name, [...asked.flatMap(namesOf), ...namesIn(asked)]),
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
