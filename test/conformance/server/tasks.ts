/** The tools that the suite calls to see what becomes of tasks. */

import { setTimeout as pause } from 'node:timers/promises';
import { ErrorCode, form, JsonRpcError, ToolError, type Server } from '@mcp-gen/sdk';

/** Adds the tools. */
export function addTasks(server: Server): void {
  server.tool('greet', { description: 'Greets at once', input: NAME }, ({ name }) => `Hello, ${name}!`);
  server.tool(
    'slow_compute',
    { description: 'Takes some seconds', input: JOB, task: 'optional' },
    async ({ seconds, label }, { signal, progress }) => {
      progress(0, seconds, `Computing ${label}`);
      await pause(seconds * 1_000, undefined, { signal });
      return `Computed ${label}`;
    },
  );
  server.tool('failing_job', { description: 'Fails, as a task only', task: 'required' }, () => {
    throw new ToolError('The job has failed');
  });
  server.tool('protocol_error_job', { description: 'Ends with an error of the protocol', task: 'optional' }, () => {
    throw new JsonRpcError(ErrorCode.InternalError, 'The job could not be carried out');
  });
  server.tool(
    'confirm_delete',
    { description: 'Asks before it deletes a file', input: FILE, task: 'optional' },
    async ({ filename }, { elicit }) => {
      const { action, content } = await elicit('confirm', { message: `Delete ${filename}?`, schema: CONFIRM });
      return action === 'accept' && content.confirm ? `Deleted ${filename}` : `Kept ${filename}`;
    },
  );
  server.tool('multi_input', { description: 'Asks two questions at once', task: 'optional' }, async (_, { ask }) => {
    const { first, second } = await ask({
      first: form({ message: 'Who are you?', schema: NAME }),
      second: form({ message: 'Who else?', schema: NAME }),
    });
    const names = [first, second].map(({ action, content }) => (action === 'accept' ? content.name : action));
    return names.join(' and ');
  });
  server.tool('test_tool_with_task', { description: 'Asks first, and then runs as a task' }, async (_, context) => {
    const { action, content } = await context.elicit('name', { message: 'Who are you?', schema: NAME });
    return context.asTask(async ({ signal }) => {
      await pause(100, undefined, { signal });
      return `Hello, ${action === 'accept' ? content.name : 'stranger'}!`;
    });
  });
}

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

const FILE = { type: 'object', properties: { filename: { type: 'string' } }, required: ['filename'] } as const;

const CONFIRM = { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] } as const;

const JOB = {
  type: 'object',
  properties: { seconds: { type: 'number' }, label: { type: 'string' } },
  required: ['seconds', 'label'],
} as const;
