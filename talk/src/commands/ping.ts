import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { jsonText } from '../text/values.js';
import { SERVER, type AddCommand } from './command.js';

/** `ping`: how long a server takes to answer. */
export const addPing: AddCommand = (program, run) => {
  const command = program
    .command('ping')
    .summary('measure how long a server takes to answer')
    .argument('<server>', SERVER)
    .action((server: string, options: ConnectionOptions) =>
      run((running) =>
        withClient(server, options, running, async (client) => {
          const { terminal, signal } = running;
          const started = performance.now();
          await client.ping({ signal });
          const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
          terminal.print(options.json === true ? jsonText({ milliseconds }) : `${milliseconds} ms`);
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
  addKeepOption(command);
};
