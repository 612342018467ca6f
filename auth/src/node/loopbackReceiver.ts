import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import {
  checkOptions,
  FUNCTION,
  kind,
  lifetime,
  OBJECT,
  orElse,
  repeating,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { deadline } from '@mcp-gen/runtime';
import { LOGIN_TIMEOUT, type PendingRedirect, type RedirectReceiver } from '../client/redirectReceiver.js';
import { AuthorizationError, ForbiddenUrlError } from '../errors.js';
import { CallbackServer, type CheckCallback } from './callbackServer.js';
import { isHttp, openInBrowser } from './openUrl.js';

/** Options of {@link loopbackReceiver}. */
export interface LoopbackOptions {
  /**
   * The redirect URI, for a client that is registered with a fixed one: `http://127.0.0.1:8765/callback`, or with `[::1]` or `localhost`.
   * Without a port, a free one is used. Default: `http://127.0.0.1/callback`.
   */
  readonly redirectUri?: string | URL | undefined;
  /** Milliseconds that a user has to log in. Default 300,000: five minutes. */
  readonly timeout?: number | undefined;
  /**
   * Shows a URL to the user, and returns whether that succeeded; `false` disables it. Default: opens the system's browser, except if `CI`
   * is set, over SSH, or on Linux without a display.
   */
  readonly openUrl?: ((url: URL) => boolean | Promise<boolean>) | false | undefined;
  /** Prints messages for the user: the URL, and instructions. Default: to stderr. */
  readonly print?: ((text: string) => void) | undefined;
  /**
   * The input where the user pastes the redirected URL if the browser runs on another device; `false` disables it. Default: stdin, if it is
   * a terminal.
   */
  readonly input?: Readable | false | undefined;
}

const HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

const REDIRECT_URI = repeating(
  kind(
    `an http: URL at ${HOSTS.join(', ')}, with a path and without a query, such as http://127.0.0.1:8765/callback`,
    (given) => {
      const url = URL.canParse(String(given)) ? new URL(String(given)) : undefined;
      const isLocal = url?.protocol === 'http:' && HOSTS.includes(url.hostname);
      return isLocal && url.username + url.password + url.hash + url.search === '';
    },
  ),
);

/** {@link LoopbackOptions}. */
export const LOOPBACK_OPTIONS: OptionTable<LoopbackOptions> = {
  redirectUri: REDIRECT_URI,
  timeout: lifetime(LOGIN_TIMEOUT),
  openUrl: orElse(false, FUNCTION),
  print: FUNCTION,
  input: orElse(false, OBJECT),
};

/**
 * Receives the redirect of a login on this computer (RFC 8252, section 7.3): opens the browser, and listens on a loopback address. The
 * default is `127.0.0.1`, because the name `localhost` may resolve to other addresses, where other programs could listen.
 *
 * If no browser can be opened, the URL is printed. A user who opens it on another device pastes the redirected URL into the terminal.
 *
 * @throws {TypeError} if the redirect URI has no loopback host.
 * @throws {RangeError} if the timeout is not a positive number.
 */
export function loopbackReceiver(options: LoopbackOptions = {}): RedirectReceiver {
  checkOptions('loopbackReceiver', options, LOOPBACK_OPTIONS);
  const { timeout, redirectUri } = withDefaults<LoopbackOptions>(options, LOOPBACK_OPTIONS);
  const base = new URL(redirectUri ?? 'http://127.0.0.1/callback');
  return {
    async open(preferred, signal) {
      signal.throwIfAborted();
      const server = await listen(base, preferred);
      return new PendingLogin(server, { ...options, timeout }, signal);
    },
  };
}

class PendingLogin implements PendingRedirect {
  readonly redirectUri: string;
  readonly #server: CallbackServer;
  readonly #options: LoopbackOptions & { readonly timeout: number };
  readonly #signal: AbortSignal;

  constructor(server: CallbackServer, options: LoopbackOptions & { readonly timeout: number }, signal: AbortSignal) {
    this.redirectUri = server.redirectUri;
    this.#server = server;
    this.#options = options;
    this.#signal = signal;
  }

  async authorize(url: URL): Promise<URL> {
    this.#signal.throwIfAborted();
    if (!isHttp(url)) {
      throw new ForbiddenUrlError(`Unsupported scheme ${url.protocol} of the login URL. Expected https: or http:`);
    }
    const { timeout } = this.#options;
    const check = checkCallback(this.redirectUri, url.searchParams.get('state'));
    const over = new AbortController();
    const late = deadline(
      timeout,
      () =>
        new AuthorizationError(
          `The login was not completed within ${timeout} ms. Try again, or raise the option "loginTimeout" (flag --auth-timeout)`,
        ),
    );
    const signal = AbortSignal.any([this.#signal, late.signal, over.signal]);
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      const received = this.#server.receive(check);
      return await Promise.race([received, this.#show(url, check, signal), ended]);
    } finally {
      late.stop();
      ended.catch(() => undefined);
      over.abort();
    }
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Shows the URL. Resolves with the URL that the user pastes, if any. */
  async #show(url: URL, check: CheckCallback, signal: AbortSignal): Promise<URL> {
    const { openUrl = openInBrowser, print = printToStderr, input = terminal() } = this.#options;
    const isOpen = openUrl !== false && (await openUrl(url));
    if (isOpen)
      print(`A browser was opened to log in. If it does not show a page, open this URL:\n\n  ${url.href}\n\n`);
    else print(`Open this URL in a browser to log in:\n\n  ${url.href}\n\n`);
    if (isOpen || input === false || input === undefined || signal.aborted) return pending();
    print(
      'If that browser is on another device, it cannot load the last page. Copy the address of that page, and paste it here:\n',
    );
    return pastedUrl({ input, print }, check, signal);
  }
}

/** Listens on the registered or previous port, or on a free one. */
async function listen(base: URL, preferred: string | undefined): Promise<CallbackServer> {
  const before = preferred !== undefined && URL.canParse(preferred) ? new URL(preferred) : undefined;
  const isAnyPort = base.port === '';
  if (isAnyPort && before !== undefined && withoutPort(before) === withoutPort(base)) {
    try {
      return await CallbackServer.open(before);
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
    }
  }
  return CallbackServer.open(base);
}

function withoutPort(url: URL): string {
  const copy = new URL(url);
  copy.port = '';
  return copy.href;
}

/** Accepts a redirect only if it belongs to this login. Only the authorization server and the user know its state. */
function checkCallback(redirectUri: string, state: string | null): CheckCallback {
  const expected = new URL(redirectUri);
  return (url) => {
    if (url.origin !== expected.origin || url.pathname !== expected.pathname)
      return `is not the address of this login, ${redirectUri}`;
    const states = url.searchParams.getAll('state');
    if (state !== null && (states.length !== 1 || states[0] !== state)) return 'belongs to another login';
    const answers = [...url.searchParams.getAll('code'), ...url.searchParams.getAll('error')];
    return answers.length === 1 ? undefined : 'has neither one code nor one error';
  };
}

function terminal(): Readable | undefined {
  return process.stdin.isTTY ? process.stdin : undefined;
}

function printToStderr(text: string): void {
  // oxlint-disable-next-line no-restricted-properties -- URLs contain no control characters
  process.stderr.write(text);
}

function pending<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** Maximum characters of a pasted line. */
const LINE_LIMIT = 64 * 1024;

/** The terminal that a user is prompted on. */
interface Prompt {
  readonly input: Readable;
  readonly print: (text: string) => void;
}

/**
 * Waits until the user pastes the URL that a browser on another device was redirected to. Prints what is wrong with other lines. Stays
 * pending if the input ends.
 */
function pastedUrl({ input, print }: Prompt, check: CheckCallback, signal: AbortSignal): Promise<URL> {
  const isTerminal = (input as Partial<NodeJS.ReadStream>).isTTY === true;
  // In line mode, terminals cut lines at 1,024 or 4,096 characters, so the input is read key by key.
  // oxlint-disable-next-line no-restricted-properties -- echoes what the user types
  const output = process.stderr;
  const lines = createInterface({ input, ...(isTerminal && { output }), terminal: isTerminal, historySize: 0 });
  // In this mode, Ctrl-C is an ordinary key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const stop = (): void => lines.close();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const text = line.trim();
      if (text === '') return;
      const url = text.length <= LINE_LIMIT && URL.canParse(text) ? new URL(text) : undefined;
      const problem = url === undefined ? 'is not a URL' : check(url);
      if (url === undefined || problem !== undefined) {
        print(`This ${problem ?? ''}. Paste the whole address that the browser was sent to at the end of the login:\n`);
        return;
      }
      signal.removeEventListener('abort', stop);
      lines.close();
      resolve(url);
    });
  });
}
