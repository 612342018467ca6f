import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { addImageOption, OUT, fileShower, type ImageOptions } from '../text/files.js';
import { contentText, jsonText } from '../text/values.js';
import { SERVER, type AddCommand } from './command.js';

interface ReadOptions extends ConnectionOptions, ImageOptions {
  readonly out?: string | undefined;
}

/** `read`: reads a resource. */
export const addRead: AddCommand = (program, run) => {
  const command = program
    .command('read')
    .summary('read a resource')
    .argument('<server>', SERVER)
    .argument('<uri>', 'the URI of the resource')
    .option(...OUT)
    .action((server: string, uri: string, options: ReadOptions) =>
      run((running) =>
        withClient(server, options, running, async (client) => {
          const { terminal, signal } = running;
          const result = await client.readResource(uri, { signal });
          const blocks = result.contents.map((resource) => ({ type: 'resource' as const, resource }));
          terminal.print(
            options.json === true ? jsonText(result) : contentText(blocks, fileShower(options, terminal, options.out)),
          );
          return ExitCode.done;
        }),
      ),
    );
  addImageOption(command);
  addConnectionOptions(command);
  addKeepOption(command);
};
