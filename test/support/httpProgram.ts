/** Starts programs that serve over HTTP, and waits until they do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** Ends a program with its input, so that it does not outlive the tests, however they end. */
const END_WITH_INPUT = "data:text/javascript,process.stdin.on('end', () => process.exit()).resume().unref()";

/** A program that serves. */
export interface HttpProgram {
  /** The line that it printed when it was ready. */
  readonly ready: string;
  stop(): Promise<void>;
}

/**
 * Starts a program on this Node.
 *
 * @param isReady tells the line, of either output, that the program prints when it can be reached
 */
export async function startHttpProgram(
  args: readonly string[],
  isReady: (line: string) => boolean,
  env: { readonly [name: string]: string } = {},
): Promise<HttpProgram> {
  const child = spawn(process.execPath, ['--import', END_WITH_INPUT, ...args], { env: { ...process.env, ...env } });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  const ready = await new Promise<string>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on('line', (line) => {
        if (isReady(line)) resolve(line);
      });
    }
    void exited.then(() => {
      reject(new Error(`${args.join(' ')} ended before it was ready`));
    });
  });
  return { ready, stop };
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
