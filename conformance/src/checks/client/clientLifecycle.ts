/** Checks of how clients open sessions, and end them. */

import type { ClientCheck, Played } from '../../client/clientCheck.js';
import { must, quoted, violated } from '../../violation.js';
import { fieldsOf, isRequest, isResponse, type Fields } from '../../wire/message.js';

const UNKNOWN = '1999-12-31';
const INITIALIZED = 'notifications/initialized';

/** The first message with a method. */
export function firstOf({ messages }: Played, method: string): Fields {
  return messages.find((message) => message['method'] === method) ?? violated(`The client has sent no ${method}`);
}

export const LIFECYCLE_CLIENT_CHECKS: readonly ClientCheck[] = [
  {
    id: 'client-introduction',
    rows: ['lifecycle-client-introduces-itself', 'lifecycle-initialize-first'],
    judge(played) {
      const [first] = played.messages;
      must(first?.['method'] === 'initialize', `Expected initialize first, got ${quoted(first)}`);
      const { protocolVersion, capabilities, clientInfo } = fieldsOf(first, 'params');
      must(typeof protocolVersion === 'string', `Expected a version, got ${quoted(protocolVersion)}`);
      must(typeof capabilities === 'object', `Expected capabilities, got ${quoted(capabilities)}`);
      const { name, version } = fieldsOf(clientInfo);
      const isNamed = typeof name === 'string' && typeof version === 'string';
      must(isNamed, `Expected clientInfo with name and version, got ${quoted(clientInfo)}`);
    },
  },
  {
    id: 'client-initialized',
    rows: ['lifecycle-initialized', 'lifecycle-client-waits'],
    judge({ messages }) {
      const methods = messages.map(({ method }) => method).filter((method) => method !== 'ping');
      const [first, second] = methods;
      const isRight = first === 'initialize' && second === INITIALIZED;
      must(isRight, `Expected initialize and ${INITIALIZED} first, got ${quoted(methods.slice(0, 3))}`);
    },
  },
  {
    id: 'client-version-unknown',
    rows: ['lifecycle-version-disconnect', 'lifecycle-error-version', 'lifecycle-version-own'],
    script: {
      answers: {
        initialize: () => ({ protocolVersion: UNKNOWN, capabilities: {}, serverInfo: { name: 'raw', version: '1' } }),
      },
    },
    judge({ messages }) {
      const later = messages.find(({ method }) => method !== 'initialize' && method !== 'ping');
      must(later === undefined, `Expected the client to leave a server of ${UNKNOWN}, got ${quoted(later)}`);
      must(messages.length > 0, 'Expected initialize, got nothing');
    },
  },
  {
    id: 'client-initialize-not-cancelled',
    rows: ['cancellation-not-initialize', 'lifecycle-error-timeout'],
    script: { answers: { initialize: () => undefined } },
    transports: ['stdio'],
    judge(played) {
      const { id } = firstOf(played, 'initialize');
      const cancelled = played.messages.find(
        (message) => message['method'] === 'notifications/cancelled' && fieldsOf(message, 'params')['requestId'] === id,
      );
      must(cancelled === undefined, `Expected no cancellation of initialize, got ${quoted(cancelled)}`);
    },
  },
  {
    id: 'client-messages',
    rows: [
      'base-json-rpc',
      'base-request-id-type',
      'base-request-id-null',
      'base-request-id-once',
      'base-request-id-pending',
    ],
    judge({ messages, noise }) {
      must(noise.length === 0, `Expected messages only, got ${quoted(noise[0])}`);
      must(messages.length > 0, 'Expected messages, got none');
      for (const message of messages) {
        must(message['jsonrpc'] === '2.0', `Expected "jsonrpc": "2.0", got ${quoted(message)}`);
      }
      const ids = messages.filter(isRequest).map(({ id }) => id);
      const odd = ids.find((id) => typeof id !== 'string' && !Number.isInteger(id));
      must(odd === undefined, `Expected ids that are strings or integers, got ${quoted(odd)}`);
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      must(twice === undefined, `The client has used the id ${quoted(twice)} for two requests`);
    },
  },
  {
    id: 'client-stdin',
    rows: ['transports-stdio-stdin', 'transports-stdio-lines', 'stdio-stdin', 'stdio-lines'],
    transports: ['stdio'],
    judge({ messages, noise }) {
      must(messages.length > 0, 'Expected messages, got none');
      must(noise.length === 0, `Expected a message on each line, got ${quoted(noise[0])}`);
    },
  },
  {
    id: 'client-closes-input',
    rows: ['lifecycle-shutdown-close-input', 'stdio-shutdown'],
    transports: ['stdio'],
    judge({ events }) {
      must(events[0] === 'end of input', `Expected the end of the input first, got ${quoted(events)}`);
    },
  },
  {
    id: 'client-sigterm',
    rows: ['lifecycle-shutdown-sigterm', 'lifecycle-error-shutdown'],
    transports: ['stdio'],
    script: { isStubborn: true },
    judge({ events }) {
      must(
        events.join() === 'end of input,SIGTERM',
        `Expected the end of the input, then SIGTERM, got ${quoted(events)}`,
      );
    },
  },
  {
    id: 'client-sigkill',
    rows: ['lifecycle-shutdown-sigkill', 'lifecycle-error-shutdown'],
    transports: ['stdio'],
    script: { isStubborn: true, isImmortal: true },
    judge({ events }) {
      const expected = 'end of input,SIGTERM,gone';
      must(events.join() === expected, `Expected the end of the input, SIGTERM, then SIGKILL, got ${quoted(events)}`);
    },
  },
  {
    id: 'client-metadata',
    rows: ['base-meta-required', 'base-meta-client-info', 'patterns-client-asks'],
    revisions: ['2026-07-28'],
    judge({ messages, revision }) {
      const requests = messages.filter(isRequest).filter(({ method }) => method !== 'initialize');
      must(requests.length > 1, `Expected requests, got ${quoted(messages)}`);
      for (const request of requests) {
        const meta = fieldsOf(request, 'params', '_meta');
        const version = meta['io.modelcontextprotocol/protocolVersion'];
        must(version === revision, `Expected ${revision} in the metadata of a request, got ${quoted(request)}`);
        const isWhole =
          'io.modelcontextprotocol/clientCapabilities' in meta && 'io.modelcontextprotocol/clientInfo' in meta;
        must(isWhole, `Expected capabilities and the client in the metadata of a request, got ${quoted(request)}`);
      }
      const response = messages.find(isResponse);
      must(response === undefined, `Expected no responses of a client, got ${quoted(response)}`);
    },
  },
];
