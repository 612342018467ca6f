import { plainLine, plainText } from '@mcp-gen/sdk/client';
import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { eraOf } from '../eras.js';
import { jsonText } from '../text/values.js';
import { SERVER, type AddCommand } from './command.js';

/** `info`: what a server says about itself. */
export const addInfo: AddCommand = (program, run) => {
  const command = program
    .command('info')
    .summary('show the revision, the capabilities, and the instructions of a server')
    .argument('<server>', SERVER)
    .action((server: string, options: ConnectionOptions) =>
      run((running) =>
        withClient(server, options, running, (client) => {
          const { terminal } = running;
          const { name, version, capabilities, ...more } = client.server;
          const { revision, instructions, extensions } = client;
          const era = eraOf(revision);
          if (options.json === true) {
            terminal.print(jsonText({ name, version, ...more, revision, era, capabilities, extensions, instructions }));
            return Promise.resolve(ExitCode.done);
          }
          const row = (title: string, text: string): void =>
            terminal.print(`${terminal.paint('bold', title)}  ${text}`);
          row('server', `${plainLine(name)} ${plainLine(version)}`);
          row('revision', `${revision} (${era})`);
          row('capabilities', plainLine(Object.keys(capabilities).join(', '), 1_000));
          if (extensions.length > 0) row('extensions', plainLine(extensions.join(', '), 1_000));
          if (instructions !== undefined) row('instructions', plainText(instructions));
          return Promise.resolve(ExitCode.done);
        }),
      ),
    );
  addConnectionOptions(command);
  addKeepOption(command);
};
