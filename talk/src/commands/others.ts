import { plainLine, plainText } from '@mcp-gen/sdk/client';
import { addConnectionOptions, withClient, type ConnectionOptions } from '../connection.js';
import { ExitCode, MistakeError } from '../failures.js';
import { fileKeeper } from '../text/files.js';
import { contentText, jsonText } from '../text/values.js';
import type { AddCommand } from './command.js';

const SERVER = 'a URL, the name of a configured server, or a command line';

interface ReadOptions extends ConnectionOptions {
  readonly out?: string;
}

/** `read`: reads a resource. */
export const addRead: AddCommand = (program, run) => {
  const command = program
    .command('read')
    .summary('read a resource')
    .argument('<server>', SERVER)
    .argument('<uri>', 'the URI of the resource')
    .option('--out <folder>', 'keep files in this folder (default: one for temporary files)')
    .action((server: string, uri: string, options: ReadOptions) =>
      run(({ terminal, signal, words }) =>
        withClient(server, words, options, { terminal, signal }, async (client) => {
          const result = await client.readResource(uri, { signal });
          const blocks = result.contents.map((resource) => ({ type: 'resource' as const, resource }));
          terminal.print(options.json === true ? jsonText(result) : contentText(blocks, fileKeeper(options.out)));
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
};

/** `prompt`: gets a prompt. */
export const addPrompt: AddCommand = (program, run) => {
  const command = program
    .command('prompt')
    .summary('get a prompt')
    .argument('<server>', SERVER)
    .argument('<prompt>', 'the name of the prompt')
    .argument('[arguments...]', 'name=value')
    .action((server: string, name: string, given: readonly string[], options: ReadOptions) =>
      run(({ terminal, signal, words }) =>
        withClient(server, words, options, { terminal, signal }, async (client) => {
          const result = await client.getPrompt(name, Object.fromEntries(given.map(pairOf)), { signal });
          if (options.json === true) terminal.print(jsonText(result));
          else {
            const keep = fileKeeper();
            for (const { role, content } of result.messages) {
              terminal.print(`${terminal.paint('bold', `${plainLine(role)}:`)} ${contentText([content], keep)}`);
            }
          }
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
};

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
      run(({ terminal, signal, words }) =>
        withClient(server, words, options, { terminal, signal }, async (client) => {
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
};

/** `watch`: shows what changes, until the user ends it. */
export const addWatch: AddCommand = (program, run) => {
  const command = program
    .command('watch')
    .summary('show logs, changes of lists, and updates of resources until Ctrl-C')
    .argument('<server>', SERVER)
    .argument('[uri...]', 'the resources to watch')
    .action((server: string, uris: readonly string[], options: ConnectionOptions) =>
      run(({ terminal, signal, words }) => {
        const tell = (what: string, value: object): void =>
          terminal.print(
            options.json === true
              ? JSON.stringify({ event: what, ...value })
              : `${what} ${plainLine(Object.values(value).map(String).join(' '), 2_000)}`,
          );
        const listeners = {
          logLevel: 'debug',
          onLog: ({ level, data, logger }) =>
            tell(level, {
              ...(logger !== undefined && { logger }),
              data: typeof data === 'string' ? data : JSON.stringify(data),
            }),
          onListChanged: (list) => tell('changed', { list }),
        } as const satisfies Parameters<typeof withClient>[3] extends infer T ? Partial<T> : never;
        return withClient(server, words, options, { terminal, signal, ...listeners }, async (client) => {
          terminal.note(`Watching ${plainLine(client.server.name)}. Ctrl-C ends it.`);
          const subscriptions = uris.map((uri) => client.subscribe(uri));
          const ended = new Promise<void>((resolve) => {
            if (signal.aborted) resolve();
            else signal.addEventListener('abort', () => resolve(), { once: true });
          });
          const updates = subscriptions.map(async (subscription, at) => {
            for await (const _ of subscription) tell('updated', { uri: uris[at] });
          });
          const { message } =
            ((await Promise.race([ended, client.closed, Promise.all([...updates, ended])])) as Error) ?? {};
          if (message !== undefined) throw new Error(`The connection was lost: ${plainLine(message)}`);
          return ExitCode.done;
        });
      }),
    );
  addConnectionOptions(command);
};

/** `ping`: how long a server takes to answer. */
export const addPing: AddCommand = (program, run) => {
  const command = program
    .command('ping')
    .summary('measure how long a server takes to answer')
    .argument('<server>', SERVER)
    .action((server: string, options: ConnectionOptions) =>
      run(({ terminal, signal, words }) =>
        withClient(server, words, options, { terminal, signal }, async (client) => {
          const started = performance.now();
          await client.ping({ signal });
          const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
          terminal.print(options.json === true ? jsonText({ milliseconds }) : `${milliseconds} ms`);
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
};

/** `info`: what a server says about itself. */
export const addInfo: AddCommand = (program, run) => {
  const command = program
    .command('info')
    .summary('show the revision, the capabilities, and the instructions of a server')
    .argument('<server>', SERVER)
    .action((server: string, options: ConnectionOptions) =>
      run(({ terminal, signal, words }) =>
        withClient(server, words, options, { terminal, signal }, async (client) => {
          const { name, version, capabilities, ...more } = client.server;
          const era = client.revision >= '2026-07-28' ? 'without sessions' : 'with sessions';
          const { revision, instructions, extensions } = client;
          if (options.json === true) {
            terminal.print(jsonText({ name, version, ...more, revision, era, capabilities, extensions, instructions }));
            return ExitCode.done;
          }
          const row = (title: string, text: string): void =>
            terminal.print(`${terminal.paint('bold', title)}  ${text}`);
          row('server', `${plainLine(name)} ${plainLine(version)}`);
          row('revision', `${revision}, ${era}`);
          row('capabilities', plainLine(Object.keys(capabilities).join(', '), 1_000));
          if (extensions.length > 0) row('extensions', plainLine(extensions.join(', '), 1_000));
          if (instructions !== undefined) row('instructions', plainText(instructions));
          return ExitCode.done;
        }),
      ),
    );
  addConnectionOptions(command);
};

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new MistakeError(`Invalid argument ${JSON.stringify(text)}: expected name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}
