/** Answers a client as a recorded server did. */

import { access, constants } from 'node:fs/promises';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { plainText } from '@mcp-gen/sdk/client';
import { replay, ReplayError } from '@mcp-gen/sdk/testing';
import { ExitCode, MistakeError } from '../failures.js';
import { pipe } from '../pipe.js';
import type { Running } from '../commands/command.js';

/** Answers the client at the standard streams until it differs from the recording. */
export async function replayTo(file: string, { terminal, signal }: Running): Promise<ExitCode> {
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new MistakeError(`The recording ${file} cannot be read: ${(cause as Error).message}`, { cause });
  });
  const recorded = replay(file);
  const ended = pipe(new StdioServerTransport(), recorded, signal);
  try {
    await Promise.race([recorded.finished, ended]);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    terminal.note(`error: ${plainText(error.message)}`);
    return ExitCode.failed;
  }
  return ExitCode.done;
}
