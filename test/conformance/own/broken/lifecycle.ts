/** Servers that open sessions wrongly. */

import { fieldsOf } from '../../../../conformance/src/wire/message.js';
import { adds, answers, hears, parsed, results, type Fault } from './fault.js';

const REVISION = '2025-11-25';
const UNDECLARED = 'The server has it, and does not declare it.';
const ALL_ASKED = 'It asks clients that have declared nothing, too.';

export const LIFECYCLE_FAULTS: readonly Fault[] = [
  {
    fault: 'does not name itself',
    revision: REVISION,
    alter: results(({ serverInfo, ...result }) => result),
    fails: { 'initialize-result': /serverInfo with name and version/ },
  },
  {
    fault: 'declares no capabilities',
    revision: '2024-11-05',
    transport: 'sse',
    alter: results(({ capabilities, ...result }) => result),
    fails: { 'initialize-result': /Expected capabilities/ },
    alsoFails: {
      'tools-capability': UNDECLARED,
      'resources-capability': UNDECLARED,
      'prompts-capability': UNDECLARED,
      'logging-capability': UNDECLARED,
      'logging-minimum': 'The suite sets no level where logging is not declared.',
      'notifications-declared': UNDECLARED,
    },
  },
  {
    fault: 'answers with another version than the one asked for',
    revision: REVISION,
    alter: results((result) => ('protocolVersion' in result ? { ...result, protocolVersion: '2025-06-18' } : result)),
    fails: { 'version-agreed': /Asked for 2025-11-25, answered with "2025-06-18"/ },
  },
  {
    fault: 'agrees to every version',
    revision: REVISION,
    alter: () => {
      let asked: unknown;
      return {
        sent(text) {
          asked = fieldsOf(parsed(text), 'params')['protocolVersion'] ?? asked;
          return [text];
        },
        received: (text) => [text.replace(/"protocolVersion":"[^"]*"/, `"protocolVersion":"${String(asked)}"`)],
      };
    },
    fails: { 'version-other': /Asked for 1999-12-31, answered with "1999-12-31"/ },
  },
  {
    fault: 'answers an unknown version with its oldest',
    revision: '2025-06-18',
    alter: hears((message) => {
      const params = fieldsOf(message, 'params');
      if (params['protocolVersion'] !== '1999-12-31') return message;
      return { ...message, params: { ...params, protocolVersion: '2024-11-05' } };
    }),
    fails: { 'version-newest': /answers with "2024-11-05", and speaks 2025-03-26/ },
  },
  {
    fault: 'asks before the client is ready',
    revision: REVISION,
    alter: adds(
      ({ method }) => method === 'initialize',
      () => [{ id: 'early', method: 'roots/list' }],
    ),
    fails: { 'server-waits': /before initialized, got "roots\/list"/ },
    alsoFails: { 'roots-undeclared': ALL_ASKED, 'questions-undeclared': ALL_ASKED },
  },
  {
    fault: 'puts something into the answer to a ping',
    revision: REVISION,
    alter: answers((message) => {
      const isEmpty = message['result'] !== undefined && Object.keys(fieldsOf(message, 'result')).length === 0;
      return isEmpty ? { ...message, result: { pong: true } } : message;
    }),
    fails: { 'ping-answered': /Expected an empty result, got {"pong":true}/ },
  },
];
