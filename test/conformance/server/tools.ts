/** The tools that the suite calls, but for those that ask the client something. */

import { setTimeout as pause } from 'node:timers/promises';
import { audio, embedded, image, text, ToolError, type JsonSchema, type Server } from '@mcp-gen/sdk';
import { PNG, WAV } from './media.js';

/** Adds the tools. The suite calls the first one without arguments to see whether its headers are accepted. */
export function addTools(server: Server): void {
  server.tool('test_simple_text', { description: 'Says something' }, () => 'Hello');
  server.tool('test_image_content', { description: 'Shows a picture' }, () => image(PNG, 'image/png'));
  server.tool('test_audio_content', { description: 'Plays a sound' }, () => audio(WAV, 'audio/wav'));
  server.tool('test_embedded_resource', { description: 'Returns a resource' }, () =>
    embedded('test://embedded-resource', 'A resource inside a result'),
  );
  server.tool('test_multiple_content_types', { description: 'Returns a text, a picture, and a resource' }, () => [
    text('All of it'),
    image(PNG, 'image/png'),
    embedded('test://mixed-content-resource', { mimeType: 'application/json', text: '{"mixed":true}' }),
  ]);
  server.tool('test_error_handling', { description: 'Fails' }, () => {
    throw new ToolError('This tool always fails');
  });
  server.tool('test_tool_with_logging', { description: 'Logs while it works' }, async (_, { log, signal }) => {
    for (const data of ['started', 'processing', 'completed']) {
      log.info(data);
      await pause(20, undefined, { signal });
    }
    return 'Logged';
  });
  server.tool('test_logging_tool', { description: 'Logs where the client wants it' }, (_, { log }) => {
    log.info('working');
    return 'Done';
  });
  server.tool('test_tool_with_progress', { description: 'Reports its progress' }, async (_, { progress, signal }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100);
      await pause(20, undefined, { signal });
    }
    return 'Done';
  });
  server.tool('test_reconnection', { description: 'Takes longer than the connection lasts' }, async (_, { signal }) => {
    await pause(1_600, undefined, { signal });
    return 'Still here';
  });
  server.tool('test_trigger_tool_change', { description: 'Adds a tool and removes it' }, () => {
    server.tool('passing', {}, () => '').remove();
    return 'Changed';
  });
  server.tool('test_trigger_prompt_change', { description: 'Adds a prompt and removes it' }, () => {
    server.prompt('passing', {}, () => '').remove();
    return 'Changed';
  });
  server.tool('test_x_mcp_header', { description: 'Has a parameter that a header repeats', input: REGION }, (given) =>
    JSON.stringify(given),
  );
  server.tool('json_schema_2020_12_tool', { description: 'Has a rich input schema', input: CONTACT }, (given) =>
    JSON.stringify(given),
  );
}

const REGION: JsonSchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
};

const string = { type: 'string' };

const CONTACT: JsonSchema = {
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
};
