/** What a page obliges a sender to say is checked before it leaves, on either side. */

import { expect, test, vi } from 'vitest';
import type { RequirementId } from '../../../conformance/src/requirements/index.js';
import { covers } from '../../support/covers.js';
import { converse } from './converse.js';

const REVISION = '2025-11-25';

const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
const page = { mode: 'url', message: 'Sign in', elicitationId: '1', url: 'https://example.org/sign-in' };
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 10 };

interface Question {
  readonly shows: RequirementId;
  readonly method: string;
  readonly params: object;
  /** What makes the params wrong. */
  readonly wrong: object;
}

const QUESTIONS: readonly Question[] = [
  { shows: 'elicitation-message', method: 'elicitation/create', params: form, wrong: { message: undefined } },
  { shows: 'elicitation-message', method: 'elicitation/create', params: page, wrong: { message: undefined } },
  {
    shows: 'elicitation-form-params',
    method: 'elicitation/create',
    params: form,
    wrong: { requestedSchema: undefined },
  },
  { shows: 'elicitation-form-params', method: 'elicitation/create', params: form, wrong: { mode: 'paper' } },
  { shows: 'elicitation-url-params', method: 'elicitation/create', params: page, wrong: { elicitationId: undefined } },
  { shows: 'elicitation-url-params', method: 'elicitation/create', params: page, wrong: { url: undefined } },
  { shows: 'elicitation-url-params', method: 'elicitation/create', params: page, wrong: { mode: undefined } },
  { shows: 'elicitation-url-valid', method: 'elicitation/create', params: page, wrong: { url: 'sign in here' } },
  {
    shows: 'sampling-content-validated',
    method: 'sampling/createMessage',
    params: sampling,
    wrong: { messages: [{ role: 'user', content: { type: 'scent' } }] },
  },
];

test.each(QUESTIONS)('$shows: $method with $wrong is not asked', async ({ shows, method, params, wrong }) => {
  covers(shows);
  const heard = vi.fn(() => ({ action: 'decline', role: 'user', model: 'm', content: { type: 'text', text: '' } }));
  const session = await converse(
    REVISION,
    {
      callTool: async (
        { arguments: given }: { arguments: object },
        { ask }: { ask: (key: string, request: object) => Promise<object> },
      ) => {
        await ask('question', { method, params: given });
        return { content: [] };
      },
    },
    { elicit: heard, createMessage: heard },
    { elicitation: { form: {}, url: {} } },
  );
  const asking = (given: object) => session.request('tools/call', { name: 'ask', arguments: given });
  await expect(asking({ ...params, ...wrong })).rejects.toMatchObject({ code: -32603 });
  expect(heard).not.toHaveBeenCalled();
  expect(await asking(params)).toEqual({ content: [] });
  expect(heard).toHaveBeenCalledOnce();
});

const tool = { name: 'echo', inputSchema: { type: 'object' } };
const task = {
  taskId: '1',
  status: 'working',
  createdAt: '2025-11-25T10:30:00Z',
  lastUpdatedAt: '2025-11-25T10:40:00Z',
  ttl: null,
};
const prompt = (content: object): object => ({ messages: [{ role: 'user', content }] });

interface Answer {
  readonly shows: RequirementId;
  readonly method: string;
  readonly params?: object;
  /** The name of the handler. */
  readonly handler: string;
  readonly right: object;
  readonly wrong: object;
}

const getPrompt = { method: 'prompts/get', params: { name: 'tidy' }, handler: 'getPrompt' };
const getTask = { method: 'tasks/get', params: { taskId: '1' }, handler: 'getTask' };
const listResources = { method: 'resources/list', handler: 'listResources' };

const ANSWERS: readonly Answer[] = [
  {
    shows: 'tools-input-schema',
    method: 'tools/list',
    handler: 'listTools',
    right: { tools: [tool] },
    wrong: { tools: [{ ...tool, inputSchema: null }] },
  },
  {
    shows: 'prompts-audio',
    ...getPrompt,
    right: prompt({ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }),
    wrong: prompt({ type: 'audio', data: 'hi!', mimeType: 'audio/wav' }),
  },
  {
    shows: 'prompts-image',
    ...getPrompt,
    right: prompt({ type: 'image', data: 'aGk=', mimeType: 'image/png' }),
    wrong: prompt({ type: 'image', data: 'aGk=' }),
  },
  {
    shows: 'resources-custom-scheme',
    ...listResources,
    right: { resources: [{ uri: 'note+x:attic', name: 'attic' }] },
    wrong: { resources: [{ uri: 'note x:attic', name: 'attic' }] },
  },
  { shows: 'tasks-id-string', ...getTask, right: task, wrong: { ...task, taskId: 1 } },
  { shows: 'tasks-ttl', ...getTask, right: task, wrong: { ...task, ttl: undefined } },
];

test.each(ANSWERS)(
  '$shows: $method is not answered with $wrong',
  async ({ shows, method, params, handler, right, wrong }) => {
    covers(shows);
    const answers = [wrong, right];
    const session = await converse(REVISION, { [handler]: () => answers.shift() });
    await expect(session.request(method, params)).rejects.toMatchObject({ code: -32603 });
    expect(await session.request(method, params)).toEqual(right);
  },
);

test('elicitation-complete-id: a completion that names no elicitation is not told', async () => {
  covers('elicitation-complete-id');
  const heard = vi.fn();
  const callTool = async (
    { arguments: given }: { arguments: object },
    { notify }: { notify: (method: string, params: object) => Promise<void> },
  ) => {
    await notify('notifications/elicitation/complete', given);
    return { content: [] };
  };
  const session = await converse(REVISION, { callTool }, { elicitationComplete: heard, elicit: heard });
  const telling = (given: object) => session.request('tools/call', { name: 'tell', arguments: given });
  await expect(telling({})).rejects.toMatchObject({ code: -32603 });
  expect(heard).not.toHaveBeenCalled();
  await telling({ elicitationId: '1' });
  expect(heard).toHaveBeenCalledOnce();
});
