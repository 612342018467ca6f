/** The facts that a revision has for the compiler, a line for each. */

import { allMessages, type AnyMessage, type Protocol } from '../../generator/model/protocol.js';

export function factsOf(protocol: Protocol): readonly string[] {
  const { era, batching, metadataKeys, dialect, vocabulary, errata, embedded } = protocol;
  const { features, errors, headers, nameParams, metaKeys, capabilities } = vocabulary;
  return [
    `era ${era}`,
    `dialect ${dialect}`,
    ...(batching ? ['batches'] : []),
    ...(metadataKeys ? ['keys of _meta are stated'] : []),
    ...allMessages(protocol).flatMap((message) =>
      messageFacts(
        message,
        embedded.some((each) => each === message),
      ),
    ),
    ...features.map(({ name }) => `feature ${name}`),
    ...errors.map(({ name, value }) => `error ${value} ${name}`),
    ...headers.map(({ value }) => `header ${value}`),
    ...nameParams.map(({ method, param }) => `header Mcp-Name of ${method} ${param}`),
    ...metaKeys.map(({ value }) => `_meta key ${value}`),
    ...capabilities.client.map((path) => `client capability ${path}`),
    ...capabilities.server.map((path) => `server capability ${path}`),
    ...errata.map(({ place, correction }) => `erratum ${place} ${correction.kind}`),
  ];
}

function messageFacts(message: AnyMessage, isEmbedded: boolean): readonly string[] {
  const { method, kind, name, senders, params, capability, lifecycle } = message;
  const request = message.kind === 'request' ? message : undefined;
  const filter = message.kind === 'notification' ? message.filter : undefined;
  const flags = {
    paginated: request?.paginated,
    cacheable: request?.cacheable,
    'asks for input': request?.question !== undefined,
    'opens or closes': lifecycle,
    'not cancellable': request && !request.cancellable,
  };
  return [
    `${isEmbedded ? 'embedded ' : ''}${kind} ${name} from ${senders.join(', ')}`,
    `params ${params.type}${params.optional ? ', optional' : ''}`,
    ...(request?.results ?? []).map((result) => `result ${result}`),
    ...Object.entries(flags).flatMap(([flag, is]) => (is ? [flag] : [])),
    ...(capability === undefined ? [] : [`capability ${capability}`]),
    ...(request?.changes === undefined ? [] : [`changes ${request.changes}`]),
    ...(filter === undefined ? [] : [`filter ${filter}`]),
  ].map((fact) => `${method}: ${fact}`);
}

/** The lines that differ: `- tools/list: paginated`. */
export function changedFacts(was: readonly string[], is: readonly string[]): readonly string[] {
  return [
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
  ];
}
