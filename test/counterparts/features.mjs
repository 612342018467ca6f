// What the servers of `server.mjs` do, as everyFeature.mjs does it on the sdk of this project.
import { setTimeout as pause } from 'node:timers/promises';

export const INFO = { name: 'every', version: '1.0.0' };

export const OPTIONS = {
  instructions: 'Use it',
  capabilities: { logging: {}, resources: { subscribe: true } },
};

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** What a server remembers of the client of one connection. */
export class Connection {
  level = 'debug';
  stopped = new Promise((resolve) => (this.stop = resolve));
}

/**
 * The tools by their names. Each is given its arguments, and a context: `ask` sends a request to the client, and `notify` a notification,
 * both as a part of the call; `changeTools` and `updated` tell the client what has changed.
 */
export const TOOLS = {
  echo: ({ text }) => text,

  async elicit(_, { ask, types }) {
    if (types.ElicitResultSchema === undefined) throw new Error('This version has no elicitation');
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const params = { message: 'Who?', requestedSchema };
    const { action, content } = await ask({ method: 'elicitation/create', params }, types.ElicitResultSchema);
    return action === 'accept' ? content.name : action;
  },

  async sample(_, { ask, types }) {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Wish' } }], maxTokens: 10 };
    const { content } = await ask({ method: 'sampling/createMessage', params }, types.CreateMessageResultSchema);
    return content.text;
  },

  async roots(_, { ask, types }) {
    const { roots } = await ask({ method: 'roots/list' }, types.ListRootsResultSchema);
    return String(roots.length);
  },

  async progress(_, context) {
    await report(context, { progress: 1, total: 2 });
    await pause(5);
    await report(context, { progress: 2, total: 2 });
    return 'done';
  },

  async log(_, context) {
    await log(context, 'debug', 'small');
    await log(context, 'warning', 'large');
    return 'logged';
  },

  async wait(_, context) {
    const aborted = new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    await report(context, { progress: 1 });
    await aborted;
    context.connection.stop('stopped');
    throw new Error('stopped');
  },

  stopped: (_, { connection }) => connection.stopped,

  pid: () => String(process.pid),

  exit: () => process.exit(3),

  async change(_, { changeTools, updated }) {
    await changeTools();
    await updated('text://a');
    return 'changed';
  },
};

async function report({ notify, progressToken }, params) {
  if (progressToken !== undefined) {
    await notify({ method: 'notifications/progress', params: { ...params, progressToken } });
  }
}

async function log({ notify, connection }, level, data) {
  if (LEVELS.indexOf(level) >= LEVELS.indexOf(connection.level)) {
    await notify({ method: 'notifications/message', params: { level, data } });
  }
}

export const said = (text) => ({ content: [{ type: 'text', text }] });

export const read = (uri) => {
  const [, name] = /^text:\/\/(.*)$/.exec(uri) ?? [];
  if (name === undefined) return undefined;
  return { contents: [{ uri, text: name === 'a' ? 'a' : `template ${name}` }] };
};

export const greet = (name) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }] });

export const suggest = (typed) => ['ada', 'bob'].filter((name) => name.startsWith(typed));
