import { plainLine } from '@mcp-gen/sdk/client';
import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { jsonText } from '../text/values.js';
import { SERVER, type AddCommand } from './command.js';

/** `complete`: completes an argument of a prompt or a template. */
export const addComplete: AddCommand = (program, run) => {
  const command = program
    .command('complete')
    .summary('complete an argument of a prompt or a resource template')
    .argument('<server>', SERVER)
    .argument('<of>', 'the name of a prompt, or a URI template, which contains {')
    .argument('<argument>', 'the name of the argument')
    .argument('[value]', 'what has been written of it', '')
    .action((server: string, of: string, argument: string, value: string, options: ConnectionOptions) =>
      run((running) =>
        withClient(server, options, running, async (client) => {
          const { terminal, signal } = running;
          const ref = of.includes('{')
            ? ({ type: 'ref/resource', uri: of } as const)
            : ({ type: 'ref/prompt', name: of } as const);
          const result = await client.complete(ref, argument, value, {}, { signal });
          terminal.print(
            options.json === true ? jsonText(result) : result.values.map((each) => plainLine(each)).join('\n'),
          );
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
  addKeepOption(command);
};
