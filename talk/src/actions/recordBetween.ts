/** Records what a client and a server say. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bridge } from '@mcp-gen/sdk/bridge';
import { plainLine } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import type { Running } from '../commands/command.js';
import { reach, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { Recordings } from '../recordings.js';

/** The options of `record`. */
export interface RecordOptions extends ConnectionOptions {
  readonly out: string;
}

/** What the command of a client has in place of the URL. */
const URL_PLACE = '{url}';

/** Stands between a client and a server, and records each connection in a file of its own. */
export async function recordBetween(
  server: string,
  options: RecordOptions,
  { terminal, signal, words }: Running,
): Promise<ExitCode> {
  if (options.revision !== undefined || options.era !== undefined) {
    throw new MistakeError('record speaks the revision of the client: it has neither --revision nor --era');
  }
  if (options.record !== undefined) throw new MistakeError('record has --out in place of --record');
  const { target, options: reached } = await reach(server, [], options, terminal, signal);
  const recordings = new Recordings(options.times === true);
  const files = numbered(options.out);
  const bridged = bridge(target, {
    ...reached,
    wrapTransport: (transport) => recordings.record(reached.wrapTransport?.(transport) ?? transport, files()),
    onError: (error) => terminal.note(plainLine(String(error), 2_000)),
  });
  let running: ReturnType<typeof bridged.serve> | undefined;
  const stop = (): void => {
    void running?.close();
    void bridged.close();
  };
  signal.addEventListener('abort', stop);
  let code: ExitCode = ExitCode.done;
  try {
    if (words.length === 0) {
      running = bridged.serve();
      await running.closed;
    } else code = await withClientProgram(bridged, words, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    await bridged.close();
    if (recordings.files.length > 0) terminal.note(`Recorded in ${recordings.files.join(', ')}`);
  }
  recordings.throwFailure();
  return code;
}

/** Each connection has a file of its own: `session.jsonl`, `session-2.jsonl`. */
function numbered(file: string): () => string {
  let count = 0;
  return () => (++count === 1 ? file : file.replace(/(\.[^./\\]+)?$/, `-${count}$1`));
}

async function withClientProgram(
  { handlers, options }: ReturnType<typeof bridge>,
  [program = '', ...args]: readonly string[],
  signal: AbortSignal,
): Promise<ExitCode> {
  if (![program, ...args].some((word) => word.includes(URL_PLACE))) {
    throw new MistakeError(`The command of the client needs ${URL_PLACE}, where the URL of the server is to stand`);
  }
  const service = await serveHttp(handlers, { ...options, port: 0 });
  try {
    const client = spawn(
      program,
      args.map((word) => word.replaceAll(URL_PLACE, service.url)),
      { stdio: 'inherit', signal },
    );
    const [code] = (await once(client, 'exit')) as [number | null];
    return code === 0 ? ExitCode.done : ExitCode.failed;
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new MistakeError(`The client ${program} cannot be started: ${(cause as Error).message}`, { cause });
  } finally {
    await service.close();
  }
}
