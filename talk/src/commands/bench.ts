import { ConnectionClosedError, plainLine, type Client } from '@mcp-gen/sdk/client';
import { addConnectionOptions, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { jsonText } from '../text/values.js';
import { addToolOptions, prepareCall, type ToolOptions } from '../tools.js';
import { SERVER, type AddCommand, type Running } from './command.js';

interface BenchOptions extends ConnectionOptions, ToolOptions {
  readonly seconds: number;
  readonly concurrency: number;
}

/** Requests before the measurement, so that both sides are warm. */
const WARM_UP = 20;
/** Maximum number of times that are kept: more would not change the percentiles. */
const MAX_TIMES = 1_000_000;

/** `bench`: how many requests a server answers, and how long each takes. */
export const addBench: AddCommand = (program, run) => {
  const command = program
    .command('bench')
    .summary('measure how fast a server answers')
    .description(
      'Measure how many calls of a tool a server answers in a second, and how long each takes. Without a tool: pings.',
    )
    .argument('<server>', SERVER);
  addToolOptions(command)
    .option('--seconds <seconds>', 'how long to measure', positive('--seconds', 3_600), 5)
    .option('--concurrency <count>', 'how many requests to have in flight', positive('--concurrency', 1_000), 1)
    .action((server: string, tool: string | undefined, given: readonly string[], options: BenchOptions) =>
      run((running) => bench(server, tool, given, options, running)),
    );
  addConnectionOptions(command);
};

/** What was measured. */
interface Measured {
  readonly requests: number;
  /** Results with `isError`, and requests that failed. */
  readonly errors: number;
  readonly requestsPerSecond: number;
  /** How long one request takes, in milliseconds. */
  readonly milliseconds: {
    readonly median: number;
    readonly p90: number;
    readonly p99: number;
    readonly maximum: number;
  };
}

async function bench(
  server: string,
  name: string | undefined,
  given: readonly string[],
  options: BenchOptions,
  running: Running,
): Promise<ExitCode> {
  const { terminal, signal } = running;
  return withClient(server, options, running, async (client) => {
    const { request, what } = await requestOf(client, name, given, options, running);
    for (let count = 0; count < WARM_UP; count++) await request();
    terminal.status(`Measuring ${what} for ${options.seconds} s …`);
    const measured = await measure(request, options, signal);
    terminal.status('');
    if (options.json === true) terminal.print(jsonText(measured));
    else terminal.print(textOf(what, measured, options));
    return measured.errors > 0 ? ExitCode.failed : ExitCode.done;
  });
}

async function requestOf(
  client: Client,
  name: string | undefined,
  given: readonly string[],
  options: BenchOptions,
  running: Running,
): Promise<{ readonly request: () => Promise<boolean>; readonly what: string }> {
  const settings = { signal: running.signal, timeout: options.timeout };
  if (name === undefined) {
    return { what: 'pings', request: async () => (await client.ping(settings), true) };
  }
  const { tool, args } = await prepareCall(client, name, given, options, running);
  return {
    what: `calls of ${plainLine(tool.name, 60)}`,
    request: async () => !(await client.callTool(tool.name, args, settings)).isError,
  };
}

/** @param request resolves with whether the server has done what was asked for */
async function measure(
  request: () => Promise<boolean>,
  { seconds, concurrency }: BenchOptions,
  signal: AbortSignal,
): Promise<Measured> {
  const times: number[] = [];
  let [requests, errors] = [0, 0];
  const began = performance.now();
  const end = began + seconds * 1_000;
  const work = async (): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      const isDone = await request().catch((error: unknown) => {
        signal.throwIfAborted();
        if (requests === 0 || error instanceof ConnectionClosedError) throw error;
        return false;
      });
      const after = performance.now();
      if (times.length < MAX_TIMES) times.push(after - now);
      requests++;
      if (!isDone) errors++;
      now = after;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const elapsed = (performance.now() - began) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return {
    requests,
    errors,
    requestsPerSecond: Math.round(requests / elapsed),
    milliseconds: { median: at(0.5), p90: at(0.9), p99: at(0.99), maximum: at(1) },
  };
}

function textOf(
  what: string,
  { requests, errors, requestsPerSecond, milliseconds }: Measured,
  { concurrency }: BenchOptions,
): string {
  const { median, p90, p99, maximum } = milliseconds;
  return [
    `${requests} ${what}, ${concurrency} in flight: ${requestsPerSecond} a second, ${errors} errors`,
    `median ${median} ms, 90 % below ${p90} ms, 99 % below ${p99} ms, maximum ${maximum} ms`,
  ].join('\n');
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

function positive(option: string, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value > 0 && value <= maximum) return value;
    throw new MistakeError(`Invalid ${option} ${JSON.stringify(text)}: expected an integer from 1 to ${maximum}`);
  };
}
