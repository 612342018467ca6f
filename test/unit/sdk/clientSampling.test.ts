/** Messages that servers want a client's model to write. */

import {
  JsonRpcError,
  type ClientOptions,
  type SamplingAnswer,
  type SamplingOptions,
  type SamplingRequest,
} from '@mcp-gen/sdk/client';
import type { HandlerContext } from '@mcp-gen/runtime';
import { describe, expect, test } from 'vitest';
import { SUPPORTED_REVISIONS, type SupportedRevision } from '../../../sdk/src/revisions.js';
import { converse, converseRaw } from './clientSupport.js';
import type { RequirementId } from '../../../conformance/src/requirements/index.js';
import { covers } from '../../support/covers.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { aborted } from '../../support/aborted.js';

const answer = (text: string): SamplingAnswer => ({
  role: 'assistant',
  model: 'oracle',
  content: { type: 'text', text },
});
const REQUEST = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 10 };

const use = (id: string) => ({ type: 'tool_use', id, name: 'dice', input: {} });
const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] });
const TOOLS = [{ name: 'dice', inputSchema: { type: 'object' } }];

/** Has a server ask the client's model. Gives what the server gets. */
async function ask(
  options: SamplingOptions<{ readonly name: string; readonly cost?: number | undefined }>,
  request: object = REQUEST,
  revision: SupportedRevision = NEWEST_SESSION,
) {
  const answered: unknown[] = [];
  const { client, errors } = await converse(
    {
      callTool: async (_: unknown, context: HandlerContext) => {
        try {
          answered.push(await context.ask('a', { method: 'sampling/createMessage', params: request }));
        } catch (error) {
          answered.push(error);
        }
        return { content: [] };
      },
    },
    { sampling: options },
    { revision },
  );
  await client.callTool('ask');
  return { answered: answered[0], errors: errors.empty() };
}

describe('sampling', () => {
  test.each(SUPPORTED_REVISIONS)('lets the model answer, in revision %s', async (revision) => {
    const seen: unknown[] = [];
    const model = (request: SamplingRequest, context: { readonly server: object; readonly revision: string }) => {
      seen.push(request.maxTokens, context.server, context.revision);
      return answer('Because');
    };
    expect(await ask({ model }, REQUEST, revision)).toEqual({
      answered: { role: 'assistant', model: 'oracle', content: { type: 'text', text: 'Because' } },
      errors: [],
    });
    expect(seen).toEqual([10, expect.objectContaining({ name: 'weather' }), revision]);
  });

  test('lets a person see and change what is asked and answered', async () => {
    covers('sampling-edit', 'sampling-result-review');
    const { answered } = await ask({
      model: ({ systemPrompt, maxTokens }) => answer(`${systemPrompt ?? 'none'} ${maxTokens}`),
      review: {
        before: (request, { server }) => ({ ...request, systemPrompt: `For ${server.name}`, maxTokens: 5 }),
        after: async ({ content, ...rest }, { maxTokens }) =>
          Promise.resolve({ ...rest, content: [{ type: 'text', text: `${JSON.stringify(content)} ${maxTokens}` }] }),
      },
    });
    expect(JSON.stringify(answered)).toContain('For weather 5');
    expect(JSON.stringify(answered)).toContain('} 5');
  });

  test('lets a person refuse, before and after', async () => {
    covers('sampling-human', 'sampling-approval', 'sampling-refused');
    let asked = 0;
    const model = (): SamplingAnswer => {
      asked += 1;
      return answer('Secret');
    };
    const before = await ask({ model, review: { before: () => false } });
    expect(before.answered).toMatchObject({ code: -1, message: 'The user refused the sampling request' });
    expect(asked).toBe(0);
    const after = await ask({ model, review: { after: () => false } });
    expect(after.answered).toMatchObject({ code: -1, message: 'The user refused to send the message of the model' });
    expect(asked).toBe(1);
    expect([before.errors, after.errors]).toEqual([[], []]);
  });

  test('lets the application answer with an error of its own, and hides any other', async () => {
    covers('sampling-refused');
    const failing = (error: Error) =>
      ask({
        model: () => {
          throw error;
        },
      });
    const chosen = await failing(new JsonRpcError(-32000, 'Quota used up'));
    expect(chosen).toMatchObject({ answered: { code: -32000, message: 'Quota used up' }, errors: [] });
    const broken = await failing(new Error('Key sk-123 is wrong'));
    expect(broken.answered).toMatchObject({ code: -32603, message: expect.not.stringContaining('sk-123') });
    expect(broken.errors).toMatchObject([{ message: 'Key sk-123 is wrong' }]);
  });

  test.each([undefined, 'Because', { role: 'assistant' }])(
    'says what a model has to return, which is not %j',
    async (wrong) => {
      const { answered, errors } = await ask({ model: () => wrong as never });
      expect(answered).toMatchObject({ code: -32603 });
      expect(errors).toMatchObject([
        { message: expect.stringContaining('The function model must return { role') as unknown },
      ]);
    },
  );

  test('says which model suits the server', async () => {
    covers('sampling-hints');
    const models = [
      { name: 'big', cost: 9 },
      { name: 'small', cost: 1 },
    ];
    const model = (_: unknown, { model: chosen }: { readonly model: { readonly name: string } | undefined }) =>
      answer(chosen?.name ?? 'none');
    const request = { ...REQUEST, modelPreferences: { costPriority: 1 } };
    expect(JSON.stringify((await ask({ model, models }, request)).answered)).toContain('small');
    const named = { ...REQUEST, modelPreferences: { hints: [{ name: 'big' }], costPriority: 1 } };
    expect(JSON.stringify((await ask({ model, models }, named)).answered)).toContain('big');
    const chooseModel = () => models[0];
    expect(JSON.stringify((await ask({ model, models, chooseModel }, request)).answered)).toContain('big');
    expect(JSON.stringify((await ask({ model })).answered)).toContain('none');
  });

  test.each<{ title: string; allowContext?: SamplingOptions['allowContext']; given: string }>([
    { title: 'never, unless allowed', given: 'none' },
    { title: 'where it is allowed', allowContext: true, given: 'thisServer' },
    { title: 'where a person does not agree', allowContext: () => Promise.resolve(false), given: 'none' },
    { title: 'where a person agrees', allowContext: (which) => which === 'thisServer', given: 'thisServer' },
  ])('brings in context $title', async ({ allowContext, given }) => {
    const seen: unknown[] = [];
    const model = ({ includeContext }: SamplingRequest) => {
      seen.push(includeContext);
      return answer('');
    };
    await ask(
      { model, ...(allowContext !== undefined && { allowContext }) },
      { ...REQUEST, includeContext: 'thisServer' },
    );
    expect(seen).toEqual([given]);
  });

  test('is refused when the server asks too often', async () => {
    covers('sampling-rate');
    const { client, errors } = await converse(
      {
        callTool: async (_: unknown, context: HandlerContext) => {
          const asking = [1, 2, 3].map((key) =>
            context
              .ask(String(key), { method: 'sampling/createMessage', params: REQUEST })
              .then(() => 'answered')
              .catch((error: unknown) => (error as Error).message),
          );
          return { content: [{ type: 'text', text: (await Promise.all(asking)).join('\n') }] };
        },
      },
      { sampling: { model: () => answer('Yes'), rate: { perSecond: 0.1, burst: 2 } } },
    );
    const { text } = await client.callTool('ask');
    expect(text).toBe('answered\nanswered\nToo many sampling requests: try again in 10 seconds');
    expect(errors.empty().map(String)).toEqual([expect.stringContaining('The option sampling.rate raises the limit')]);
  });

  test('ends when the server no longer waits', async () => {
    const reasons: unknown[] = [];
    const { client } = await converse(
      {
        callTool: async (_: unknown, context: HandlerContext) => {
          await context.ask('a', { method: 'sampling/createMessage', params: REQUEST });
        },
      },
      { sampling: { model: (_, { signal }) => aborted(signal, () => reasons.push(signal.reason)) } },
    );
    const call = client.callTool('ask', {}, { timeout: 30 });
    await expect(call).rejects.toMatchObject({ name: 'RequestTimeoutError' });
    await client.close();
    expect(reasons).toHaveLength(1);
  });

  test('names what a revision cannot express', async () => {
    const { answered } = await ask({ model: () => ({ ...answer(''), content: [] }) }, REQUEST, '2025-06-18');
    expect(answered).toMatchObject({ code: -32603, message: expect.stringContaining('a message without a block') });
  });
});

describe('tools in sampling', () => {
  const model = (): SamplingAnswer => answer('Done');

  test('are declared by a client that lets them be used, and by no other', async () => {
    covers('sampling-tools-capability');
    const declared = async (options: ClientOptions): Promise<unknown> =>
      ((await converseRaw({}, options)).introduction as { readonly capabilities: unknown }).capabilities;
    expect(await declared({ sampling: { model, tools: true } })).toEqual({ sampling: { tools: {} } });
    expect(await declared({ sampling: { model, tools: false } })).toEqual({ sampling: {} });
    expect(await declared({ sampling: { model } })).toEqual({ sampling: {} });
    expect(await declared({})).toEqual({});
  });

  const conversation = (...messages: readonly (readonly [role: string, ...blocks: object[]])[]) => ({
    ...REQUEST,
    tools: TOOLS,
    messages: messages.map(([role, ...content]) => ({ role, content })),
  });
  const text = { type: 'text', text: 'Hm' };

  test.each<{ title: string; row?: RequirementId; tools?: boolean; request: object; says: string }>([
    {
      title: 'tools that were not declared',
      row: 'schema-sampling-tools-refused',
      tools: false,
      request: { ...REQUEST, tools: TOOLS },
      says: 'sampling.tools',
    },
    { title: 'a choice alone', tools: false, request: { ...REQUEST, toolChoice: {} }, says: 'sampling.tools' },
    {
      title: 'a use without a result',
      row: 'sampling-result-missing',
      request: conversation(['assistant', use('1'), use('2')], ['user', result('1')]),
      says: '/messages/0 has the tool use 2 without a result in the next message',
    },
    { title: 'a use at the end', request: conversation(['assistant', use('1')]), says: 'has the tool use 1' },
    {
      title: 'results beside other content',
      row: 'sampling-results-mixed',
      request: conversation(['assistant', use('1')], ['user', result('1'), text]),
      says: '/messages/1 mixes tool results',
    },
    {
      title: 'a result of nothing',
      request: conversation(['assistant', text], ['user', result('1')]),
      says: '/messages/1 has the tool result 1',
    },
    { title: 'a result at the beginning', request: conversation(['user', result('1')]), says: 'the tool result 1' },
    {
      title: 'results of the model',
      request: conversation(['assistant', use('1')], ['assistant', result('1')]),
      says: 'its role must be user',
    },
    {
      title: 'uses of the user',
      request: conversation(['user', use('1')], ['user', result('1')]),
      says: 'its role must be assistant',
    },
  ])('are refused with $title, before anybody is asked', async ({ row, tools = true, request, says }) => {
    // The server of the test sends what a server must not.
    if (row !== undefined) covers(row);
    const asked: string[] = [];
    const asks =
      <Result>(who: string, result: Result) =>
      (): Result => {
        asked.push(who);
        return result;
      };
    const options: SamplingOptions = {
      tools,
      model: asks('the model', answer('Done')),
      allowContext: asks('a person, about context', true),
      chooseModel: asks('the application', undefined),
      review: { before: asks('a person', false as const) },
    };
    const { answered } = await ask(options, { ...request, includeContext: 'thisServer' });
    expect(answered).toMatchObject({ code: -32602, message: expect.stringContaining(says) });
    expect(asked).toEqual([]);
  });

  test('keep their metadata on the way to the model', async () => {
    covers('schema-tool-metadata');
    const _meta = { signature: 'abc' };
    const request = conversation(['assistant', { ...use('1'), _meta }], ['user', { ...result('1'), _meta }]);
    const seen: unknown[] = [];
    const remembering = ({ messages }: SamplingRequest): SamplingAnswer => {
      seen.push(...messages.map(({ content }) => content));
      return answer('Done');
    };
    await ask({ model: remembering, tools: true }, request);
    expect(seen).toEqual([[{ ...use('1'), _meta }], [{ ...result('1'), _meta }]]);
  });

  test('pass where they are balanced, and the model may use them', async () => {
    const request = conversation(['user', text], ['assistant', text, use('1')], ['user', result('1')]);
    const content = [{ type: 'tool_use' as const, id: '2', name: 'dice', input: {} }];
    const { answered, errors } = await ask({ model: () => ({ ...answer(''), content }), tools: true }, request);
    expect({ answered, errors }).toMatchObject({ answered: { content }, errors: [] });
  });

  test.each<{ title: string; row?: RequirementId; request?: object; mode?: string; uses: number; says: string }>([
    { title: 'calls what was not offered', request: REQUEST, uses: 1, says: 'the request has no tools' },
    { title: 'calls against the choice', row: 'sampling-tool-none', mode: 'none', uses: 1, says: 'toolChoice is none' },
    {
      title: 'does not call, against the choice',
      row: 'sampling-tool-required',
      mode: 'required',
      uses: 0,
      says: 'toolChoice is required',
    },
  ])('are not an answer where the model $title', async ({ row, request, mode, uses, says }) => {
    if (row !== undefined) covers(row);
    const given = request ?? { ...REQUEST, tools: TOOLS, toolChoice: { mode } };
    const content =
      uses === 0 ? answer('Done').content : [{ type: 'tool_use' as const, id: '2', name: 'dice', input: {} }];
    const { answered, errors } = await ask({ model: () => ({ ...answer(''), content }), tools: true }, given);
    expect(answered).toMatchObject({ code: -32603 });
    expect(errors).toMatchObject([{ message: expect.stringContaining(says) }]);
  });
});
