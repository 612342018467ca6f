// Counts the functions of our packages that one tools/call passes through over stdio: from bytes to the handler, and back.
// Usage: npm run path (after npm run build); with --write the counts go into ARCHITECTURE.md, with --list each function is printed.
import { Session } from 'node:inspector';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { revision } from '@mcp-gen/protocol/2025-11-25';
import { serve } from '@mcp-gen/runtime';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { Server } from '@mcp-gen/sdk';
import { writeBetween } from './writeBetween.mjs';

const USAGE = 'Usage: npm run path -- [--list | --write]';
const ROOT = new URL('..', import.meta.url).href;
/** The warm-up calls everything that runs once per session, or is compiled lazily. */
const WARM_UP = 10;
/** The parts of constructors. */
const INITIALIZERS = /^<\w+_initializer>$/;

const { list, write, help } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit();
}

const inspector = new Session();
inspector.connect();
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Calls since the last count, by file and function. Runs synchronously, in the middle of a call. */
let counted = () => undefined;
const reached = () => counted();

const serverInfo = { name: 'echo', version: '1.0.0' };
const echo = ({ text }) => {
  reached();
  return { content: [{ type: 'text', text }] };
};

const SERVERS = {
  'handlers of the runtime': (transport) =>
    serve({ callTool: ({ arguments: given }) => echo(given) }, { serverInfo, revisions: [revision], transport }),
  'a tool of the sdk': (transport) => {
    const server = new Server(serverInfo);
    const input = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
    server.tool('echo', { input }, echo);
    return server.serve({ transport });
  },
};

const counts = [];
for (const [name, start] of Object.entries(SERVERS)) {
  const { inward, outward } = await measure(start);
  print(`${name}: ${described(inward, outward, (call) => !isGuard(call))}`);
  print(`  and in guards: ${described(inward, outward, isGuard)}`);
  if (!list) continue;
  for (const [direction, calls] of Object.entries({ in: inward, out: outward })) {
    for (const { file, fn, count } of calls) console.log(`  ${direction.padEnd(3)} ${count} × ${file}  ${fn}`);
  }
}

if (write) await writeBetween('ARCHITECTURE.md', 'path', `\`\`\`text\n${counts.join('\n')}\n\`\`\``);

function print(line) {
  counts.push(line);
  console.log(line);
}

/** Returns whether a call is part of the check of params or a result by the generated guards. */
function isGuard({ file }) {
  return file.startsWith('generated/') || file.startsWith('runtime/src/codegen/');
}

function described(inward, outward, isCounted) {
  const [calls, answers] = [inward.filter(isCounted), outward.filter(isCounted)];
  const files = new Set([...calls, ...answers].map(({ file }) => file));
  return `${sum(calls)} calls in, ${sum(answers)} out, ${files.size} files`;
}

async function measure(start) {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = start(new StdioServerTransport({ input, output }));
  const ask = async (message) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    if (message.id !== undefined) await once(output, 'data');
  };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'path', version: '1.0.0' } };
  await ask({ id: 0, method: 'initialize', params });
  await ask({ method: 'notifications/initialized' });
  const call = { method: 'tools/call', params: { name: 'echo', arguments: { text: 'hello' } } };
  for (let id = 1; id <= WARM_UP; id++) await ask({ id, ...call });

  let inward;
  takeCalls();
  counted = () => {
    inward = takeCalls();
  };
  await ask({ id: WARM_UP + 1, ...call });
  const outward = takeCalls();
  counted = () => undefined;
  await server.close();
  return { inward, outward };
}

/** Returns the calls of our packages since the last time. */
function takeCalls() {
  const { result } = post('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) => {
    if (!url.startsWith(ROOT) || !url.includes('/dist/')) return [];
    const fileAt = filesOf(url);
    return functions.flatMap(({ functionName, ranges: [{ startOffset, count }] }) =>
      count === 0 || INITIALIZERS.test(functionName)
        ? []
        : [{ file: fileAt(startOffset), fn: functionName || '(anonymous)', count }],
    );
  });
}

/** Returns the source file of each place in a bundle: the bundler writes its path above the code. */
function filesOf(url) {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const marks = [...text.matchAll(/^\/\/ ((?:runtime|sdk|generated)\/\S+\.ts)(?:\?copy)?$/gm)];
  return (offset) => marks.findLast(({ index }) => index <= offset)?.[1] ?? url.slice(ROOT.length);
}

function sum(calls) {
  return calls.reduce((total, { count }) => total + count, 0);
}

/** In the same thread, the inspector responds synchronously. */
function post(method, params) {
  let answer;
  inspector.post(method, params, (error, result) => {
    if (error !== null) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

function readOptions() {
  try {
    return parseArgs({
      options: { list: { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
