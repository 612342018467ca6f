import { plainLine, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { addConnectionOptions, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode } from '../failures.js';
import { escapeHidden } from '../compiler.js';
import { SERVER, type AddCommand, type Running } from './command.js';

/** Maximum characters of an event that are shown. */
const MAX_LENGTH = 2_000;

/** `watch`: shows what changes, until the user ends it. */
export const addWatch: AddCommand = (program, run) => {
  const command = program
    .command('watch')
    .summary('show logs, changes of lists, and updates of resources until Ctrl-C')
    .argument('<server>', SERVER)
    .argument('[uri...]', 'the resources to watch')
    .action((server: string, uris: readonly string[], options: ConnectionOptions) =>
      run((running) => watch(server, uris, options, running)),
    );
  addConnectionOptions(command);
};

async function watch(
  server: string,
  uris: readonly string[],
  options: ConnectionOptions,
  running: Running,
): Promise<ExitCode> {
  const { terminal, signal } = running;
  const tell = (event: string, details: object): void => {
    const text = Object.values(details)
      .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join(' ');
    const line = `${event} ${plainLine(text, MAX_LENGTH)}`;
    terminal.print(options.json === true ? escapeHidden(JSON.stringify({ event, ...details })) : line);
  };
  const listeners = {
    logLevel: 'debug',
    onLog: ({ level, data, logger }) => tell('log', { level, ...(logger !== undefined && { logger }), data }),
    onListChanged: (list) => tell('changed', { list }),
  } satisfies ClientOptions;
  const use = async (client: Client): Promise<ExitCode> => {
    const updates = uris.map(async (uri) => {
      for await (const changed of client.subscribe(uri)) tell('updated', { uri: changed.uri });
    });
    terminal.note(`Watching ${plainLine(client.server.name)}. Ctrl-C ends it.`);
    const ended = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const lost = client.closed.then((error) => Promise.reject(error));
    await Promise.race([ended, lost, Promise.all([...updates, ended])]);
    return ExitCode.done;
  };
  return withClient(server, options, running, use, listeners);
}
