import { addConnectionOptions, addKeepOption, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { addImageOption, OUT, fileShower, type ImageOptions } from '../text/files.js';
import { contentText, jsonText } from '../text/values.js';
import { addToolOptions, prepareCall, type ToolOptions } from '../tools.js';
import { SERVER, type AddCommand, type Running } from './command.js';

interface CallOptions extends ConnectionOptions, ToolOptions, ImageOptions {
  readonly out?: string | undefined;
}

/** `call`: calls a tool. */
export const addCall: AddCommand = (program, run) => {
  const command = program
    .command('call')
    .summary('call a tool')
    .description('Call a tool of a server. Its arguments are checked against its schema before they are sent.')
    .argument('<server>', SERVER);
  addToolOptions(command)
    .option(...OUT)
    .action((server: string, tool: string | undefined, given: readonly string[], options: CallOptions) =>
      run((running) => call(server, tool, given, options, running)),
    );
  addImageOption(command);
  addConnectionOptions(command);
  addKeepOption(command);
};

async function call(
  server: string,
  name: string | undefined,
  given: readonly string[],
  options: CallOptions,
  running: Running,
): Promise<ExitCode> {
  const { terminal, signal } = running;
  return withClient(server, options, running, async (client) => {
    const { tool, args } = await prepareCall(client, name, given, options, running);
    const { isError, content, structuredContent, _meta } = await client.callTool(tool.name, args, {
      signal,
      timeout: options.timeout,
      onProgress: ({ progress, total, message }) => {
        const share = total === undefined ? String(progress) : `${progress} of ${total}`;
        terminal.status(message === undefined ? share : `${share}: ${message}`);
      },
    });
    terminal.status('');
    if (options.json === true) {
      terminal.print(jsonText({ content, structuredContent, isError, _meta }));
    } else {
      const text = contentText(content, fileShower(options, terminal, options.out));
      terminal.print(text !== '' || structuredContent === undefined ? text : jsonText(structuredContent));
    }
    return isError ? ExitCode.failed : ExitCode.done;
  });
}
