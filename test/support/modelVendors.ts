/** The packages of model vendors, which `npm run vendors` installs apart, and an API that answers as each of the vendors does. */

import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ROOT } from './schemas.js';
import { temporaryFolder } from './temporaryFolder.js';

const VENDORS = join(ROOT, 'test/vendors/node_modules');

/** Why programs with these packages cannot be run here; undefined if they can. */
export const VENDORS_MISSING: string | undefined = existsSync(VENDORS)
  ? undefined
  : 'packages of model vendors are not installed: npm run vendors';

/** A server whose tool has a name, a parameter, and a schema that some vendors refuse. */
export const WEATHER_SERVER = `
import { image, Server } from '@mcp-gen/sdk';

const server = new Server({ name: 'weather', version: '1.0.0' });
const input = {
  type: 'object',
  properties: { $units: { type: 'string' }, days: { type: 'array' } },
  anyOf: [{ properties: { city: { type: 'string' } }, required: ['city'] }, { properties: { at: {} }, required: ['at'] }],
};
server.tool('forecast.now', { input, description: 'Tells the weather' }, ({ city, $units }) => [
  { type: 'text', text: 'Sunny in ' + city + ', in ' + $units },
  image(new Uint8Array([1, 2, 3]), 'image/png'),
]);
server.serve();
`;

/** A folder with the packages of this project and of the vendors. Of types for Node it has those of the vendors, which are newer. */
export async function vendorPackages(): Promise<string> {
  const folder = await temporaryFolder({});
  mkdirSync(join(folder, '@types'));
  symlinkSync(join(VENDORS, '@types/node'), join(folder, '@types/node'), 'junction');
  for (const from of [join(ROOT, 'node_modules'), VENDORS]) {
    for (const name of readdirSync(from)) {
      const names = name.startsWith('@') ? readdirSync(join(from, name)).map((inner) => `${name}/${inner}`) : [name];
      if (name.startsWith('@')) mkdirSync(join(folder, name), { recursive: true });
      for (const each of names) {
        if (!existsSync(join(folder, each))) symlinkSync(join(from, each), join(folder, each), 'junction');
      }
    }
  }
  return folder;
}

/** The API of every vendor, on loopback. */
export interface Vendor {
  readonly url: string;
  readonly requests: unknown[];
  /** What a vendor would have refused. */
  readonly refused: string[];
}

/** What a request has of a tool, in any format. */
interface Shown {
  readonly name: string;
  readonly schema: {
    readonly properties: { readonly [name: string]: { readonly type?: unknown; readonly items?: unknown } };
  };
}

/** The API of every vendor: a first request is answered with a call of the tool, a second one with the text of its result. */
export async function startVendor(): Promise<Vendor> {
  const requests: unknown[] = [];
  const refused: string[] = [];
  const answer = (url: string, body: never): object => {
    requests.push(body);
    // A program that went on asking would never end.
    if (requests.length > 5) throw new Error('Too many requests');
    const path = url.replace(/\?.*/, '');
    const format = FORMATS[path];
    if (format === undefined) throw new Error(`The path ${path} is unknown`);
    const tools = format.tools(body);
    refused.push(...tools.flatMap(refusals));
    const said = /Sunny in \w+, in \w+/.exec(JSON.stringify(body))?.[0];
    if (said !== undefined) return format.say(`The tool said: ${said}`);
    return format.call(tools[0]?.name ?? '', { city: 'Oslo', _units: 'celsius' });
  };
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => [200, answer(request.url ?? '', body as never)] as const)
      .catch((error: unknown) => {
        refused.push(String(error));
        return [400, {}] as const;
      })
      .then(([status, body]) => response.writeHead(status, HEADERS).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, refused };
}

/** The variables with which the packages of the vendors reach it. */
export function vendorEnvironment({ url }: Vendor, program: string): { readonly [name: string]: string } {
  return {
    ANTHROPIC_API_KEY: 'key',
    OPENAI_API_KEY: 'key',
    GEMINI_API_KEY: 'key',
    // The package of the AI SDK expects the version in the URL, that of the vendor does not.
    ANTHROPIC_BASE_URL: program === 'ai-sdk' ? `${url}/v1` : url,
    OPENAI_BASE_URL: `${url}/v1`,
    GOOGLE_GEMINI_BASE_URL: url,
  };
}

const HEADERS = { 'content-type': 'application/json' };

/** The rules that the vendors have in common. */
function refusals({ name, schema }: Shown): string[] {
  const found: string[] = [];
  if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) found.push(`the name ${name}`);
  if (['anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)) found.push('alternatives at the top level');
  for (const [key, property] of Object.entries(schema.properties)) {
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) found.push(`the parameter ${key}`);
    if (property.type === 'array' && property.items === undefined) found.push(`the array ${key}`);
  }
  return found;
}

interface Format {
  tools(body: never): Shown[];
  call(name: string, args: object): object;
  say(text: string): object;
}

const FORMATS: { readonly [path: string]: Format } = {
  '/v1/messages': {
    tools: ({ tools }: { tools: { name: string; input_schema: Shown['schema'] }[] }) =>
      tools.map(({ name, input_schema }) => ({ name, schema: input_schema })),
    call: (name, input) => message('tool_use', { type: 'tool_use', id: 'toolu_1', name, input }),
    say: (text) => message('end_turn', { type: 'text', text }),
  },
  '/v1/responses': {
    tools: ({ tools }: { tools: { name: string; parameters: Shown['schema'] }[] }) =>
      tools.map(({ name, parameters }) => ({ name, schema: parameters })),
    call: (name, args) => ({
      id: 'resp_1',
      object: 'response',
      output: [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name, arguments: JSON.stringify(args) }],
    }),
    say: (text) => ({
      id: 'resp_2',
      object: 'response',
      output: [
        { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
      ],
    }),
  },
  '/v1/chat/completions': {
    tools: ({ tools }: { tools: { function: { name: string; parameters: Shown['schema'] } }[] }) =>
      tools.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    call: (name, args) =>
      choice({
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
      }),
    // Some vendors send an empty array if no tool is called.
    say: (content) => choice({ content, tool_calls: [] }),
  },
  '/v1beta/models/gemini-3-pro:generateContent': {
    tools: ({
      tools,
    }: {
      tools: { functionDeclarations: { name: string; parametersJsonSchema: Shown['schema'] }[] }[];
    }) =>
      tools.flatMap(({ functionDeclarations }) =>
        functionDeclarations.map(({ name, parametersJsonSchema }) => ({ name, schema: parametersJsonSchema })),
      ),
    call: (name, args) => ({ candidates: [{ content: { role: 'model', parts: [{ functionCall: { name, args } }] } }] }),
    say: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
  },
};

function message(stop_reason: string, block: object): object {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [block],
    stop_reason,
    usage,
  };
}

function choice(answer: object): object {
  return { id: '1', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', ...answer } }] };
}
