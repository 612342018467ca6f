/** Explains requests and notifications. */

import type { TypeNode } from '../model/declarations.js';
import {
  allMessages,
  otherSide,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
} from '../model/protocol.js';
import type { MethodExplanation, Payload } from './explanation.js';
import { documented, fieldsOf } from './fields.js';
import { historyOf, type Part } from './history.js';

type Message = RequestMessage | NotificationMessage;

/** The message of that method or, if there is none, with a handler of that name. */
export function findMessage(name: string, protocol: Protocol): Message | undefined {
  const messages = allMessages(protocol);
  return messages.find(({ method }) => method === name) ?? messages.find((message) => message.name === name);
}

/** The types that a message carries to the other side, and what it brings back. */
export function partsOfMessage(message: Message): readonly Part[] {
  const params = { name: 'params', type: named(message.params.type, message) };
  if (message.kind === 'notification') return [params];
  return [params, ...message.results.map((result) => ({ name: 'result', type: named(result, message) }))];
}

export function explainMessage(
  message: Message,
  protocol: Protocol,
  protocols: readonly Protocol[],
): MethodExplanation {
  const { kind, method, name, declaration, senders, capability, lifecycle } = message;
  const receivers = senders.map(otherSide);
  const embedded = protocol.embedded.some((each) => each === message);
  const payload = (type: string): Payload => ({ type, ...fieldsOf(named(type, message), protocol.definitions) });
  const history = historyOf(protocols, (each) => {
    const found = findMessage(method, each);
    return found && partsOfMessage(found);
  });
  return {
    kind,
    name: method,
    revision: protocol.revision,
    type: declaration.name,
    ...documented(declaration.docs),
    senders,
    // The runtime takes and sends what belongs to the conversation, but for a ping, which anybody may send.
    handler: { name, sides: lifecycle ? [] : receivers },
    stub: { name, sides: embedded || (lifecycle && method !== 'ping') ? [] : senders },
    embedded,
    ...(capability !== undefined && {
      capability: { name: capability, sides: kind === 'request' ? receivers : senders },
    }),
    lifecycle,
    params: { ...payload(message.params.type), optional: message.params.optional },
    ...(kind === 'request' && { result: payload(message.results[0]), otherResults: message.results.slice(1) }),
    paginated: kind === 'request' && message.paginated,
    cancellable: kind === 'request' && message.cancellable,
    ...history,
  };
}

function named(name: string, { declaration }: Message): TypeNode {
  return { kind: 'reference', name, place: declaration.place };
}
