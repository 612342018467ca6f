import { plainLine } from '@mcp-gen/sdk/client';
import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { addImageOption, OUT, fileShower, type ImageOptions } from '../text/files.js';
import { contentText, jsonText } from '../text/values.js';
import { SERVER, type AddCommand } from './command.js';

interface PromptOptions extends ConnectionOptions, ImageOptions {
  readonly out?: string | undefined;
}

/** `prompt`: gets a prompt. */
export const addPrompt: AddCommand = (program, run) => {
  const command = program
    .command('prompt')
    .summary('get a prompt')
    .argument('<server>', SERVER)
    .argument('<prompt>', 'the name of the prompt')
    .argument('[arguments...]', 'name=value')
    .option(...OUT)
    .action((server: string, name: string, given: readonly string[], options: PromptOptions) =>
      run((running) =>
        withClient(server, options, running, async (client) => {
          const { terminal, signal } = running;
          const result = await client.getPrompt(name, Object.fromEntries(given.map(pairOf)), { signal });
          if (options.json === true) terminal.print(jsonText(result));
          else {
            const keep = fileShower(options, terminal, options.out);
            for (const { role, content } of result.messages) {
              terminal.print(`${terminal.paint('bold', `${plainLine(role)}:`)} ${contentText([content], keep)}`);
            }
          }
          return ExitCode.done;
        }),
      ),
    );
  addImageOption(command);
  addConnectionOptions(command);
  addKeepOption(command);
};

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new MistakeError(`Invalid argument ${JSON.stringify(text)}: expected name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
