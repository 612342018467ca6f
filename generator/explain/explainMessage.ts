/** Explains requests and notifications. */

import { registeredMessages } from '../analyze/registry.js';
import { builtSdk } from '../sdk/features.js';
import { messageRoutes } from '../sdk/messageRoutes.js';
import {
  allMessages,
  asksForInput,
  isSentByApplications,
  otherSide,
  type AnyMessage,
  type Protocol,
} from '../model/protocol.js';
import type { MethodExplanation, Payload } from './explanation.js';
import { documented, payloadOf } from './fields.js';
import { historyOf, type Parts } from './history.js';

/** Finds a message by its method, or else by the name of its handler. */
export function findMessage(name: string, protocol: Protocol): AnyMessage | undefined {
  const messages = allMessages(protocol);
  return messages.find(({ method }) => method === name) ?? messages.find((message) => message.name === name);
}

/** Returns the definitions of the params of a message, and of its result. */
export function partsOfMessage(message: AnyMessage): Parts {
  const params = ['params', [message.params.type]] as const;
  return new Map(message.kind === 'notification' ? [params] : [params, ['result', message.results]]);
}

export function explainMessage(
  message: AnyMessage,
  protocol: Protocol,
  protocols: readonly Protocol[],
): MethodExplanation {
  const { kind, method, name, declaration, senders, capability, lifecycle } = message;
  const receivers = senders.map(otherSide);
  const embedded = protocol.embedded.some((each) => each === message);
  const payload = (type: string): Payload =>
    payloadOf({ kind: 'reference', name: type, place: declaration.place }, protocol.definitions);
  const history = historyOf(protocols, (each) => {
    const found = findMessage(method, each);
    return found && partsOfMessage(found);
  });
  const { until, deprecated } = registeredMessages(protocols).find((each) => each.method === method) ?? {};
  const { extension } = message;
  const nameParam = protocol.vocabulary.nameParams.find((each) => each.method === method)?.param;
  const routes = builtSdk().methods.includes(method) ? [] : messageRoutes(message, allMessages(protocol));
  return {
    kind,
    name: method,
    revision: protocol.revision,
    type: declaration.name,
    ...documented(declaration.docs),
    senders,
    handler: { name, sides: lifecycle ? [] : receivers },
    stub: { name, sides: embedded || !isSentByApplications(message) ? [] : senders },
    embedded,
    ...(capability !== undefined && {
      capability: { name: capability, sides: kind === 'request' ? receivers : senders },
    }),
    lifecycle,
    params: { ...payload(message.params.type), optional: message.params.optional },
    ...(kind === 'request' && {
      result: payload(message.results[0]),
      otherResults: message.results.slice(1).map(payload),
    }),
    paginated: kind === 'request' && message.paginated,
    cancellable: kind === 'request' && message.cancellable,
    cacheable: kind === 'request' && message.cacheable,
    asks: kind === 'request' && asksForInput(message),
    ...(nameParam !== undefined && { nameParam }),
    ...(kind === 'request' && message.changes !== undefined && { changeNotification: message.changes }),
    ...(kind === 'notification' && message.filter !== undefined && { filter: message.filter }),
    ...(extension !== undefined && { extension }),
    ...(deprecated !== undefined && { deprecatedSince: deprecated.since }),
    ...(until !== undefined && { until }),
    ...(routes.length > 0 && { routes }),
    ...history,
  };
}
