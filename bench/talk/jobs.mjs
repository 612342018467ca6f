// What people do with a server at the prompt, and how it is written for each program. The documented commands of the others are used.

const RESOURCE = 'demo://resource/static/document/architecture.md';
// What is there is not created again, so each program has a name of its own.
const entities = (name) => JSON.stringify([{ name, entityType: 'person', observations: ['writes'] }]);

const tools = (server, shows) => ({
  name: `list the tools of ${server}`,
  shows,
  talk: ['list', server],
  mcporter: ['list', server],
  inspector: ['--server', server, '--method', 'tools/list'],
});

const call = (server, tool, args, shows) => ({
  name: `call ${tool} of ${server}`,
  shows,
  talk: ['call', server, tool, ...args],
  mcporter: ['call', `${server}.${tool}`, ...args],
  inspector: [
    '--server',
    server,
    '--method',
    'tools/call',
    '--tool-name',
    tool,
    ...args.flatMap((arg) => ['--tool-arg', arg]),
  ],
});

/** Returns the jobs, with a folder that servers may read. */
export const jobs = (folder) => [
  tools('everything', /echo/),
  tools('filesystem', /list_directory/),
  tools('memory', /create_entities/),
  tools('thinking', /sequentialthinking/),
  tools('eslint', /lint-files/),
  tools('git', /git_status/),
  call('everything', 'echo', ['message=hi'], /Echo: hi/),
  call('everything', 'get-sum', ['a=2', 'b=3'], /\b5\b/),
  call('everything', 'get-structured-content', ['location=New York'], /temperature/),
  {
    ...call('everything', 'get-tiny-image', [], /image\/png|\.png/),
    mcporter: ['call', 'everything.get-tiny-image', '--save-images', folder],
  },
  call('everything', 'trigger-long-running-operation', ['duration=1', 'steps=2'], /completed/i),
  call('filesystem', 'list_directory', [`path=${folder}`], /notes\.txt/),
  {
    ...call('memory', 'create_entities', [], /writes/),
    talk: ['call', 'memory', 'create_entities', `entities=${entities('Ada')}`],
    mcporter: ['call', 'memory.create_entities', '--args', `{"entities":${entities('Alan')}}`],
    inspector: [
      '--server',
      'memory',
      '--method',
      'tools/call',
      '--tool-name',
      'create_entities',
      '--tool-arg',
      `entities=${entities('Barbara')}`,
    ],
  },
  call(
    'thinking',
    'sequentialthinking',
    ['thought=one', 'nextThoughtNeeded=false', 'thoughtNumber=1', 'totalThoughts=1'],
    /thoughtHistoryLength/,
  ),
  call('git', 'git_status', [`path=${folder}`], /branch/i),
  {
    name: 'read a resource',
    shows: /architecture/i,
    talk: ['read', 'everything', RESOURCE],
    mcporter: ['resource', 'everything', RESOURCE],
    inspector: ['--server', 'everything', '--method', 'resources/read', '--uri', RESOURCE],
  },
  {
    name: 'list resource templates',
    shows: /demo:\/\/resource\/dynamic\/text\/\{/,
    talk: ['list', 'everything'],
    inspector: ['--server', 'everything', '--method', 'resources/templates/list'],
  },
  {
    name: 'get a prompt with an argument',
    shows: /Rome/,
    talk: ['prompt', 'everything', 'args-prompt', 'city=Rome'],
    inspector: [
      '--server',
      'everything',
      '--method',
      'prompts/get',
      '--prompt-name',
      'args-prompt',
      '--prompt-args',
      'city=Rome',
    ],
  },
  {
    name: 'complete an argument',
    shows: /Engineering/,
    talk: ['complete', 'everything', 'completable-prompt', 'department', 'E'],
  },
  { name: 'show revision and capabilities', shows: /2025-11-25/, talk: ['info', 'everything'] },
  { name: 'measure the time of a ping', shows: /ms/, talk: ['ping', 'everything'] },
  { name: 'check conformance', shows: /0 failed/, talk: ['check', 'everything', '--only', 'tools-names'] },
  {
    name: 'measure calls per second',
    shows: /a second|throughput/,
    talk: ['bench', 'everything', 'echo', 'message=hi', '--seconds', '1'],
    inspector: [
      '--server',
      'everything',
      '--method',
      'tools/call',
      '--tool-name',
      'echo',
      '--tool-arg',
      'message=hi',
      '--load',
      '--load-duration',
      '1',
    ],
  },
];

/** Mistakes, and whether a program finds them before the server does, and says what was meant. */
export const mistakes = () => [
  {
    name: 'an argument with a wrong name',
    isMistake: true,
    shows: /did you mean.{0,20}\bmessage\b|unknown.*\bmessage\b|"message"\W.*required|expected.*\bmessage\b/is,
    talk: ['call', 'everything', 'echo', 'mesage=hi'],
    mcporter: ['call', 'everything.echo', 'mesage=hi'],
    inspector: ['--server', 'everything', '--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'mesage=hi'],
  },
  {
    name: 'a tool with a wrong name',
    isMistake: true,
    shows: /did you mean.{0,40}\becho\b/is,
    talk: ['call', 'everything', 'ehco', 'message=hi'],
    mcporter: ['call', 'everything.ehco', 'message=hi'],
    inspector: ['--server', 'everything', '--method', 'tools/call', '--tool-name', 'ehco', '--tool-arg', 'message=hi'],
  },
];
