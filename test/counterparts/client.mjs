// A client on an older version of the official package, at one server after the other: node client.mjs <package> <targets>. The targets are
// JSON: { [name]: { command, args } | { sse: url } | { mcp: url } }. With `ends: true`, the server ends while it handles a request of the
// client; otherwise the client uses all that the server has, and leaves. Prints what it was answered, as JSON.
import { setTimeout as pause } from 'node:timers/promises';
import { EventSource } from 'eventsource';

const [name, targets] = process.argv.slice(2);
const load = (module) => import(`${name}/${module}`);
const { Client } = await load('client/index.js');
const { StdioClientTransport } = await load('client/stdio.js');
const { SSEClientTransport } = await load('client/sse.js');
const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js').catch(() => ({}));
const types = await load('types.js');

// The first versions use the one of browsers.
globalThis.EventSource ??= EventSource;

const { ElicitRequestSchema } = types;

const ANSWERS = {
  CreateMessage: () => ({ model: 'test', role: 'assistant', content: { type: 'text', text: 'Sunny' } }),
  ListRoots: () => ({ roots: [] }),
  ...(ElicitRequestSchema && { Elicit: () => ({ action: 'accept', content: { name: 'Ada' } }) }),
};

const capabilities = { sampling: {}, roots: { listChanged: true }, ...(ElicitRequestSchema && { elicitation: {} }) };

/** One connection. */
class Connection {
  client = new Client({ name: 'older', version: '1.0.0' }, { capabilities });
  errors = [];
  closed = false;
  #transport;
  #received = new Set();
  #wake = () => {};

  constructor({ command, args, sse, mcp }) {
    const { client } = this;
    if (command !== undefined) this.#transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
    else if (sse !== undefined) this.#transport = new SSEClientTransport(new URL(sse));
    else this.#transport = new StreamableHTTPClientTransport(new URL(mcp));
    for (const [request, answer] of Object.entries(ANSWERS)) {
      client.setRequestHandler(types[`${request}RequestSchema`], answer);
    }
    client.onerror = (error) => this.errors.push(String(error));
    client.onclose = () => (this.closed = true);
    client.fallbackNotificationHandler = async ({ method, params }) => {
      this.#received.add(params?.data ?? params?.uri ?? method);
      this.#wake();
    };
    const request = client.request.bind(client);
    client.request = async (message, ...rest) => {
      const result = await request(message, ...rest);
      // The client keeps it to itself.
      if (message.method === 'initialize') this.revision = result.protocolVersion;
      return result;
    };
  }

  async open() {
    await this.client.connect(this.#transport);
  }

  /** The program of the server, over stdio. */
  get program() {
    return this.#transport._process;
  }

  /** Calls a tool. Resolves with the text of its result, or an array with the text of its error. */
  async call(tool, args, options) {
    const { content, isError } = await this.client.callTool({ name: tool, arguments: args ?? {} }, undefined, options);
    return isError ? [content[0].text] : content[0].text;
  }

  has(notification) {
    return this.#received.has(notification);
  }

  async arrival(notification) {
    while (!this.has(notification)) await new Promise((resolve) => (this.#wake = resolve));
    return notification;
  }

  /** Ends the session, where the transport has some, and the connection. Resolves with how the program of the server ended. */
  async leave() {
    // The first versions report an error of the program, too: that they have aborted it.
    const { program } = this;
    const exited = program && new Promise((resolve) => program.once('exit', (...how) => resolve(how)));
    await this.#transport.terminateSession?.();
    await this.client.close();
    return exited;
  }
}

/** What a client does, by what it is about. */
const USES = {
  revision: ({ revision }) => revision,
  server: ({ client }) => client.getServerVersion().name,
  instructions: ({ client }) => client.getInstructions?.(),
  ping: ({ client }) => client.ping(),
  tools: async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name),
  echo: (connection) => connection.call('echo', { text: 'hello' }),
  'a wrong argument': (connection) => connection.call('echo'),
  'an unknown tool': (connection) => connection.call('unknown'),
  async content({ client }) {
    const { content } = await client.callTool({ name: 'show', arguments: {} });
    return content.map(({ type, text }) => text ?? type);
  },
  async resources({ client }) {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { contents } = await client.readResource({ uri: 'text://b' });
    return [...resources, ...resourceTemplates, ...contents].map((each) => each.text ?? each.uri ?? each.uriTemplate);
  },
  'a missing resource': ({ client }) => client.readResource({ uri: 'none://x' }),
  async prompts({ client }) {
    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } });
    return [prompts[0].name, messages[0].content.text];
  },
  async completion({ client }) {
    const ref = { type: 'ref/prompt', name: 'greet' };
    return (await client.complete({ ref, argument: { name: 'name', value: 'a' } })).completion.values;
  },
  async 'progress and cancellation'(connection) {
    const abort = new AbortController();
    const reports = [];
    const onprogress = (report) => {
      reports.push(report);
      abort.abort('enough');
    };
    const cancelled = await connection.call('wait', {}, { signal: abort.signal, onprogress }).catch(String);
    return [reports, cancelled.includes('enough'), await connection.call('stopped')];
  },
  async logging(connection) {
    await connection.client.setLoggingLevel('warning');
    await connection.call('log');
    return [await connection.arrival('large'), connection.has('small')];
  },
  elicitation: (connection) => connection.call('elicit'),
  sampling: (connection) => connection.call('sample'),
  roots: (connection) => connection.call('roots'),
  async changes(connection) {
    await connection.client.subscribeResource({ uri: 'text://a' });
    await connection.call('change');
    const updates = [
      await connection.arrival('text://a'),
      await connection.arrival('notifications/tools/list_changed'),
    ];
    await connection.client.unsubscribeResource({ uri: 'text://a' });
    return updates;
  },
};

async function useAll(target) {
  const connection = new Connection(target);
  await connection.open();
  const answers = {};
  for (const [about, use] of Object.entries(USES)) {
    answers[about] = await Promise.resolve(connection)
      .then(use)
      .catch(({ code, message }) => code ?? message);
  }
  const errors = [...connection.errors];
  return { ...answers, errors, exit: await connection.leave() };
}

/** Resolves with what a client learns whose server ends. */
async function loseServer(target) {
  const connection = new Connection(target);
  await connection.open();
  const end = () => (connection.program ? connection.program.kill() : connection.call('end').catch(() => {}));
  const lost = await connection.call('wait', {}, { onprogress: end, timeout: 5_000 }).catch(String);
  if (connection.program) while (!connection.closed) await pause(1);
  return lost;
}

const results = {};
for (const [title, target] of Object.entries(JSON.parse(targets))) {
  results[title] = await (target.ends ? loseServer : useAll)(target).catch(({ stack }) => stack);
}
console.log(JSON.stringify(results));
// Some clients go on trying to reach their servers.
process.exit();
