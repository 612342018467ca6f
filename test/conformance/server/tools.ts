/** The tools that the suite calls. */

import { setTimeout as pause } from 'node:timers/promises';
import type {
  CallToolResult,
  ContentBlock,
  ElicitRequestFormParams,
  PrimitiveSchemaDefinition,
  ServerContext,
  Tool,
} from '@mcp-gen/protocol/2025-11-25';
import { PNG, WAV } from './media.js';

/** One tool: how it is listed, and what it does. */
export interface ToolDefinition {
  readonly description: string;
  /** Default: no arguments. */
  readonly inputSchema?: Tool['inputSchema'];
  run(given: { readonly [name: string]: unknown }, context: ServerContext): CallToolResult | Promise<CallToolResult>;
}

const IMAGE: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const AUDIO: ContentBlock = { type: 'audio', data: WAV, mimeType: 'audio/wav' };

export const tools: { readonly [name: string]: ToolDefinition } = {
  test_simple_text: {
    description: 'Says something',
    run: () => result(text('Hello')),
  },
  test_image_content: {
    description: 'Shows a picture',
    run: () => result(IMAGE),
  },
  test_audio_content: {
    description: 'Plays a sound',
    run: () => result(AUDIO),
  },
  test_embedded_resource: {
    description: 'Hands out a resource',
    run: () => result(embedded('test://embedded-resource', 'text/plain', 'A resource inside a result')),
  },
  test_multiple_content_types: {
    description: 'Says something, shows a picture, and hands out a resource',
    run: () =>
      result(text('All of it'), IMAGE, embedded('test://mixed-content-resource', 'application/json', '{"mixed":true}')),
  },
  test_tool_with_logging: {
    description: 'Writes to the log while it works',
    async run(_, context) {
      for (const data of ['started', 'processing', 'completed']) {
        await context.notify('notifications/message', { level: 'info', data });
        await pause(20, undefined, { signal: context.signal });
      }
      return result(text('Logged'));
    },
  },
  test_error_handling: {
    description: 'Fails',
    run: () => ({ ...result(text('This tool always fails')), isError: true }),
  },
  test_tool_with_progress: {
    description: 'Reports how far it has come',
    async run(_, context) {
      for (const progress of [0, 50, 100]) {
        context.progress({ progress, total: 100 });
        await pause(20, undefined, { signal: context.signal });
      }
      return result(text('Done'));
    },
  },
  test_sampling: {
    description: "Has the client's model answer a prompt",
    inputSchema: withText('prompt'),
    async run({ prompt }, context) {
      const answer = await context.ask('answer', {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }], maxTokens: 100 },
      });
      return result(text(JSON.stringify(answer)));
    },
  },
  test_elicitation: {
    description: 'Asks the user who they are',
    inputSchema: withText('message'),
    run: ({ message }, context) =>
      fillIn(context, String(message), { username: { type: 'string' }, email: { type: 'string', format: 'email' } }),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with a form whose fields are filled in already',
    run: (_, context) =>
      fillIn(context, 'Change what is wrong', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks with a form that has every kind of choice',
    run: (_, context) => {
      const values = ['low', 'middle', 'high'];
      const titles = ['Low', 'Middle', 'High'];
      const titled = values.map((value, index) => ({ const: value, title: titles[index] ?? value }));
      return fillIn(context, 'Choose', {
        untitledSingle: { type: 'string', enum: values },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: values, enumNames: titles },
        untitledMulti: { type: 'array', items: { type: 'string', enum: values } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      });
    },
  },
  test_reconnection: {
    description: 'Takes longer than the connection lasts',
    async run(_, context) {
      await pause(1_600, undefined, { signal: context.signal });
      return result(text('Still here'));
    },
  },
  json_schema_2020_12_tool: {
    description: 'Has a schema with much of what JSON Schema 2020-12 offers',
    inputSchema: contactSchema(),
    run: (given) => result(text(JSON.stringify(given))),
  },
};

function text(said: string): ContentBlock {
  return { type: 'text', text: said };
}

function embedded(uri: string, mimeType: string, content: string): ContentBlock {
  return { type: 'resource', resource: { uri, mimeType, text: content } };
}

function result(...content: ContentBlock[]): CallToolResult {
  return { content };
}

/** Arguments with one text. */
function withText(name: string): Tool['inputSchema'] {
  return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
}

/** Asks the user with a form, and tells what they filled in. */
async function fillIn(
  context: ServerContext,
  message: string,
  properties: { [name: string]: PrimitiveSchemaDefinition },
): Promise<CallToolResult> {
  const params: ElicitRequestFormParams = { message, requestedSchema: { type: 'object', properties } };
  const answer = await context.ask('form', { method: 'elicitation/create', params });
  return result(text(JSON.stringify(answer)));
}

function contactSchema(): Tool['inputSchema'] {
  const string = { type: 'string' };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: string, city: string } },
    },
    properties: {
      name: string,
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: string,
      email: string,
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  } as const;
  return schema;
}
