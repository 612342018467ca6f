import { access, constants } from 'node:fs/promises';
import { StdioServerTransport } from '@mcp-gen/runtime/stdio';
import { plainText } from '@mcp-gen/sdk/client';
import { replay, ReplayError } from '@mcp-gen/sdk/testing';
import { ExitCode, MistakeError } from '../failures.js';
import { pipe } from '../pipe.js';
import type { AddCommand } from './command.js';

/** `replay`: answers a client as a recorded server did. */
export const addReplay: AddCommand = (program, run) => {
  program
    .command('replay')
    .summary('answer a client over stdio as a recorded server did')
    .description(
      'Answer a client over stdio as the server of a recording did. The first message of the client that differs from the recording ends the connection ' +
        'with an error that shows the difference.',
    )
    .argument('<file>', 'the recording')
    .action((file: string) =>
      run(async ({ terminal, signal }) => {
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
      }),
    );
};
