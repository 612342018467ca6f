import { describe, expect, test } from 'vitest';
import type { Property, TypeNode } from '../../../generator/model/declarations.js';
import type { Definitions } from '../../../generator/model/definitions.js';
import { compileText, problemLines, problemsIn } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

/** One request that a client sends; tests add to it. */
const PING = [
  "interface PingRequest { method: 'ping'; params: Params }",
  'interface PingResult { ok: boolean }',
  'interface Params { a: string }',
];
const CLIENT = 'type ClientRequest = PingRequest;';

describe('what does not make a protocol', () => {
  test.each<[string, string[], string[]]>([
    [
      'a method twice',
      [
        ...PING,
        "type ClientRequest = PingRequest | PongRequest; interface PongRequest { method: 'ping'; params: Params } interface PongResult {}",
      ],
      ['4:49  PongRequest and PingRequest share the method ping'],
    ],
    [
      'a handler name twice',
      [
        ...PING,
        "type ClientRequest = PingRequest | pingRequest; interface pingRequest { method: 'pong'; params: Params } interface pingResult {}",
      ],
      ['4:49  pingRequest and PingRequest share the name ping'],
    ],
    [
      'a request without a result',
      [...PING, "type ClientRequest = PingRequest | GoRequest; interface GoRequest { method: 'go'; params: Params }"],
      ['4:47  GoRequest (go) has no result: GoResult is not declared'],
    ],
    ['a request that nobody sends', PING, ['1:1  PingRequest (ping) has no sender']],
    [
      'a notification that nobody sends',
      ["interface GoNotification { method: 'go'; params: Params }", 'interface Params {}'],
      ['1:1  GoNotification (go) has no sender'],
    ],
    [
      'a member that is a literal',
      [...PING, CLIENT, "type ServerRequest = 'ping';"],
      ['5:22  A member of ServerRequest is not a message'],
    ],
    [
      'a member that is an object',
      [...PING, CLIENT, 'type ServerRequest = PingRequest | {};'],
      ['5:36  A member of ServerRequest is not a message'],
    ],
    [
      'a notification among requests',
      [
        "type ClientRequest = GoNotification; interface GoNotification { method: 'go'; params: Params }",
        'interface Params {}',
      ],
      ['1:38  GoNotification is in ClientRequest, but its name is not that of a request'],
    ],
    [
      'a member without a method',
      [...PING, CLIENT, 'type ServerRequest = GoRequest; interface GoRequest { params: Params } interface GoResult {}'],
      ['5:33  GoRequest has no method of its own'],
    ],
    [
      'a method that is any string',
      [
        ...PING,
        CLIENT,
        'type ServerRequest = GoRequest; interface GoRequest { method: string; params: Params } interface GoResult {}',
      ],
      ['5:33  GoRequest has no method of its own'],
    ],
    [
      'params whose name is taken',
      [
        ...PING,
        'type ClientRequest = GoRequest; type GoRequestParams = string; interface GoResult {}',
        "interface GoRequest { method: 'go'; params: { a: string } }",
      ],
      ['5:37  The params of GoRequest would be named GoRequestParams, which is already declared'],
    ],
    [
      'no params',
      ["type ClientRequest = GoRequest; interface GoRequest { method: 'go' } interface GoResult {}"],
      ['1:33  GoRequest has no params'],
    ],
    ...['string', 'string[]', 'Text', "'a' | 'b'", 'Choice', '{} | string'].map(
      (type): [string, string[], string[]] => [
        `params of the type ${type}`,
        [
          `type ClientRequest = GoRequest; interface GoRequest { method: 'go'; params: ${type} }`,
          "type Text = string; type Choice = 'a' | 'b'; interface GoResult {}",
        ],
        ['1:69  The params of GoRequest are not an object'],
      ],
    ),
  ])('%s', (_, lines, problems) => {
    expect(problemLines(lines.join('\n'))).toEqual(problems);
  });

  test('every problem says what to do', () => {
    const [problem] = problemsIn(PING.join('\n'));
    expect(problem?.remedy).toBe('Add it to one of ClientRequest, ServerRequest.');
  });
});

describe('what the model says of a message', () => {
  test.each<[string, string[], object]>([
    ['the client sends it', [...PING, CLIENT], { senders: ['client'] }],
    ['the server sends it', [...PING, 'type ServerRequest = PingRequest;'], { senders: ['server'] }],
    ['both send it', [...PING, CLIENT, 'type ServerRequest = PingRequest;'], { senders: ['client', 'server'] }],
    [
      'it stands twice in a union',
      [...PING, 'type ClientRequest = PingRequest | PingRequest;'],
      { senders: ['client'] },
    ],
    [
      'the union names it by an alias',
      [...PING, 'type ClientRequest = Alias; type Alias = PingRequest;'],
      { senders: ['client'] },
    ],
    ['its result is called after it', [...PING, CLIENT], { results: ['PingResult'] }],
    ['its result is named by the facts', [...PING, CLIENT, 'interface EmptyResult {}'], { results: ['EmptyResult'] }],
    ['its params are named', [...PING, CLIENT], { params: { type: 'Params', optional: false } }],
    [
      'its method is a constant',
      [
        "type ClientRequest = PingRequest; const METHOD = 'ping';",
        'interface PingRequest { method: typeof METHOD; params?: Params } interface PingResult {}',
        'interface Params {}',
      ],
      { method: 'ping', name: 'ping', params: { type: 'Params', optional: true } },
    ],
    [
      'it is paginated',
      [
        ...PING.slice(1),
        CLIENT,
        "interface PaginatedRequest { method: string; params?: Params } interface PingRequest extends PaginatedRequest { method: 'ping' }",
      ],
      { paginated: true, params: { type: 'Params', optional: true } },
    ],
  ])('%s', (_, lines, message) => {
    expect(compileText(lines.join('\n')).requests).toMatchObject([message]);
  });

  test('a request inside another message is not a message of its own', () => {
    const { requests } = compileText([...PING, 'type InputRequest = PingRequest;'].join('\n'));
    expect(requests).toEqual([]);
  });
});

describe('params written in place', () => {
  const META = 'interface Base { method: string; params?: { _meta?: { token?: string }; [key: string]: unknown } }';
  const RESULT = 'interface GoResult {} type ClientRequest = GoRequest;';

  test.each<[string, string, string[]]>([
    [
      'gain the _meta of their base',
      "interface GoRequest extends Base { method: 'go'; params: { a: string } }",
      ['_meta?', 'a'],
    ],
    [
      'keep a _meta of their own',
      "interface GoRequest extends Base { method: 'go'; params: { a: string; _meta: {} } }",
      ['a', '_meta'],
    ],
    [
      'gain that of a base further up',
      "interface Page extends Base { params?: { cursor?: string } } interface GoRequest extends Page { method: 'go'; params: { cursor?: string } }",
      ['_meta?', 'cursor?'],
    ],
    ['gain none without a base', "interface GoRequest { method: 'go'; params: { a: string } }", ['a']],
    ['gain it where they are empty', "interface GoRequest extends Base { method: 'go'; params: {} }", ['_meta?']],
  ])('%s', (_, request, properties) => {
    const { definitions, source } = compileText([META, request, RESULT].join('\n'));
    const params = definitions.findType('GoRequestParams');
    const type = params?.kind === 'alias' ? params.type : undefined;
    const found = type?.kind === 'object' ? type.properties : [];
    expect(found.map(({ name, optional }) => name + (optional ? '?' : ''))).toEqual(properties);
    expect(source.find('GoRequestParams')).toBeUndefined();
  });

  test.each([
    ['an open object', '{ [key: string]: unknown }'],
    ['an intersection', 'Common & { cursor?: string }'],
  ])('%s of a base gets a name for each message that inherits it', (_, inherited) => {
    const base = `interface Base { method: string; params?: ${inherited} } interface Common { common?: string }`;
    const request = "interface GoRequest extends Base { method: 'go' }";
    const { requests, definitions, source } = compileText([base, request, RESULT].join('\n'));
    expect(requests).toMatchObject([{ method: 'go', params: { type: 'GoRequestParams', optional: true } }]);
    expect(definitions.findType('GoRequestParams')).toBeDefined();
    expect(source.find('GoRequestParams')).toBeUndefined();
  });

  test.each(REVISION_IDS)('every request of %s has the progress token in its params', (revision) => {
    const { requests, definitions } = compileText(schemaText(revision), revision);
    const hasToken = (params: readonly Property[]): boolean => {
      const meta = params.find(({ name }) => name === '_meta')?.type;
      const known = meta ? alternativesOf(meta, definitions) : [];
      return known.some((properties) => properties.some(({ name }) => name === 'progressToken'));
    };
    const withoutToken = requests.filter(({ params }) => {
      const alternatives = alternativesOf({ kind: 'reference', name: params.type, place: NOWHERE }, definitions);
      return alternatives.length === 0 || !alternatives.every(hasToken);
    });
    expect(withoutToken.map(({ method }) => method)).toEqual([]);
    expect(requests.length).toBeGreaterThanOrEqual(10);
  });
});

const NOWHERE = { file: '', line: 0, column: 0 };

/** The properties of the objects that a type stands for: of one, or of each member of a union. */
function alternativesOf(type: TypeNode, definitions: Definitions): readonly (readonly Property[])[] {
  const { target } = definitions.resolve(type);
  if (target.kind === 'interface') return [definitions.propertiesOf(target)];
  if (target.kind === 'union') return target.members.flatMap((member) => alternativesOf(member, definitions));
  return target.kind === 'object' ? [target.properties] : [];
}

describe('what answers a request', () => {
  const CALL = [
    "interface CallToolRequest { method: 'tools/call'; params: Params }",
    'interface Params { a: string }',
    'interface CallToolResult {}',
    'interface CreateTaskResult {}',
    'type ClientRequest = CallToolRequest;',
  ];
  const resultsOf = (lines: readonly string[], revision: string): readonly unknown[] =>
    compileText(lines.join('\n'), revision).requests.map(({ results }) => results);

  test('is its result, or another that the facts name', () => {
    expect(resultsOf(CALL, '2025-06-19')).toEqual([['CallToolResult']]);
    expect(resultsOf(CALL, '2025-11-26')).toEqual([['CallToolResult', 'CreateTaskResult']]);
  });

  test.each([
    ['Other', ['Other']],
    ['Other | CreateTaskResult', ['Other', 'CreateTaskResult']],
  ])('is what its response states, before all else: %s', (result, results) => {
    const stated = [...CALL, `interface CallToolResultResponse { result: ${result} }`, 'interface Other {}'];
    expect(resultsOf(stated, '2025-11-26')).toEqual([results]);
  });
});

describe('results without a name', () => {
  const request = [
    "interface AskRequest { method: 'ask'; params: Params }",
    'interface Params { a: string }',
    'interface A { a: string }',
    "interface B { resultType: 'b' }",
    "interface InputRequiredResult { resultType: 'input_required' }",
    'type ClientRequest = AskRequest;',
  ];
  const ask = (...lines: readonly string[]) => {
    const protocol = compileText([...request, ...lines].join('\n'), '2026-07-29');
    const [message] = protocol.requests;
    return {
      results: message?.results,
      question: message?.question,
      names: protocol.definitions.types.map(({ name }) => name),
    };
  };

  test.each([
    ['A & { total: number }', ['AskResult']],
    ["Omit<A, 'b'>", ['AskResult']],
    ["A | B | { resultType: 'deferred'; at: string }", ['A', 'B', 'AskDeferredResult']],
    ['A | (B & { more: string })', ['A', 'Ask2Result']],
    ['A', ['A']],
  ])('are named: %s', (result, results) => {
    const found = ask(`interface AskResultResponse { result: ${result} }`);
    expect(found.results).toEqual(results);
    expect(found.names).toEqual(expect.arrayContaining(results));
  });

  test.each([
    ['type Outcome = A | InputRequiredResult;', 'Outcome'],
    ['type Outcome = A | Inner; type Inner = Question; type Question = InputRequiredResult;', 'Outcome'],
  ])('questions are found behind names: %s', (declarations, result) => {
    const found = ask(declarations, `interface AskResultResponse { result: ${result} }`);
    expect(found.results).toHaveLength(2);
    expect(found.question).toBe(found.results?.[1]);
  });

  test('a union without questions keeps its name', () => {
    expect(ask('type Outcome = A | B;', 'interface AskResultResponse { result: Outcome }').results).toEqual([
      'Outcome',
    ]);
  });

  test('a name that is taken is refused', () => {
    const lines = [...request, 'interface AskResult {}', 'interface AskResultResponse { result: A & { b: 1 } }'];
    expect(problemLines(lines.join('\n'), '2026-07-29')).toEqual([
      '8:39  A result of AskRequest without a name would be named AskResult, which is already declared',
    ]);
  });

  test('a member of a union with questions that has no name is refused', () => {
    const lines = ['type Outcome = { c: 1 } | InputRequiredResult;', 'interface AskResultResponse { result: Outcome }'];
    expect(problemLines([...request, ...lines].join('\n'), '2026-07-29')).toEqual(['7:16  A result has no name']);
  });
});

test('unions inside the unions of senders are read', () => {
  const text = [
    ...PING,
    "interface PongRequest { method: 'pong'; params: Params } interface PongResult {}",
    'type ClientRequest = PingRequest | Others;',
    'type Others = More;',
    'type More = PongRequest | PingRequest;',
  ];
  const { requests } = compileText(text.join('\n'));
  expect(requests.map(({ method, senders }) => [method, senders])).toEqual([
    ['ping', ['client']],
    ['pong', ['client']],
  ]);
});

describe('facts', () => {
  test('a row that no method uses is reported for the revision that has it', () => {
    const text = schemaText('2025-03-26').replace("method: 'tools/list'", "method: 'tools/all'");
    const message = 'overrides.json has a row for the method tools/list, which the schema does not have';
    expect(problemLines(text, '2025-03-26')).toEqual([`1:1  ${message}`]);
  });

  test('rows that a later revision takes over are not', () => {
    const text = schemaText('2025-03-26').replace("method: 'tools/list'", "method: 'tools/all'");
    expect(compileText(text, '2025-03-27').requests.map(({ method }) => method)).toContain('tools/all');
  });
});
