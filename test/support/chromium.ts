/** A real browser: its pages are opened, and a person's clicks and keys are sent to them, by the DevTools Protocol. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from './temporaryFolder.js';

const CHROMIUM = '/usr/bin/chromium';

/** Why no browser can be used; undefined if one can. */
export const withoutChromium: string | undefined = existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is not installed`;

/** Starts the browser, until the test is over. */
export async function startChromium(
  args: readonly string[],
  stdio: 'ignore' | ('ignore' | 'pipe')[] = 'ignore',
): Promise<ChildProcess> {
  const profile = await temporaryFolder();
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const env = { ...process.env, TMPDIR: profile };
  const browser = spawn(CHROMIUM, [...flags, ...args], { env, stdio });
  const exited = once(browser, 'exit');
  onTestFinished(async () => {
    browser.kill('SIGTERM');
    await exited;
  });
  return browser;
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly sessionId?: string;
}

/** The DevTools Protocol of a browser. */
class DevTools {
  /** Called with each event. */
  onEvent: (event: Message) => void = () => undefined;
  readonly #commands: Writable;
  readonly #waiting = new Map<number, (reply: Message) => void>();
  #count = 0;

  constructor({ stdio }: ChildProcess) {
    this.#commands = stdio[3] as Writable;
    let text = '';
    (stdio[4] as Readable).setEncoding('utf8').on('data', (part: string) => {
      const messages = (text + part).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages.map((each) => JSON.parse(each) as Message)) {
        if (message.id === undefined) this.onEvent(message);
        else this.#waiting.get(message.id)?.(message);
      }
    });
  }

  async send(method: string, params: object, sessionId?: string): Promise<NonNullable<Message['result']>> {
    const id = ++this.#count;
    const reply = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result = {}, error } = await reply;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

/** What happens in the frames of a page that are on other origins, and in those within them. */
export interface ChromiumFrames {
  /** Their uncaught errors. */
  readonly errors: string[];
  /** What their policies refuse, as the browser tells it. */
  readonly refusals: string[];
  /** Returns the value of an expression, or of its promise, in the frame with a path; undefined if there is none, or it changes. */
  readonly read: (path: string, expression: string) => Promise<unknown>;
}

/** A page that a test uses as a person would. */
export class ChromiumPage {
  readonly #devTools: DevTools;
  #session: string | undefined;

  private constructor(devTools: DevTools) {
    this.#devTools = devTools;
  }

  /** Opens a browser with an empty page. */
  static async open(flags: readonly string[] = []): Promise<ChromiumPage> {
    const args = ['--remote-debugging-pipe', ...flags, 'about:blank'];
    const page = new ChromiumPage(
      new DevTools(await startChromium(args, ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'])),
    );
    const { targetId } = await page.#send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await page.#send('Target.attachToTarget', { targetId, flatten: true });
    page.#session = sessionId as string;
    return page;
  }

  /** Watches the frames that are opened from now on. */
  async watchFrames(): Promise<ChromiumFrames> {
    const sessions = new Set<string>();
    const errors: string[] = [];
    const refusals: string[] = [];
    // A frame waits until it is watched, so that nothing is missed.
    const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    const watch = async (session: string): Promise<void> => {
      sessions.add(session);
      const commands = ['Runtime.enable', 'Log.enable', 'Target.setAutoAttach', 'Runtime.runIfWaitingForDebugger'];
      await Promise.all(commands.map((command) => this.#devTools.send(command, autoAttach, session)));
    };
    this.#devTools.onEvent = ({ method, params = {}, sessionId = '' }) => {
      // A frame that is gone before that needs no watching.
      if (method === 'Target.attachedToTarget') watch(params.sessionId as string).catch(() => undefined);
      else if (method === 'Target.detachedFromTarget') sessions.delete(params.sessionId as string);
      else if (!sessions.has(sessionId)) return;
      else if (method === 'Runtime.exceptionThrown') errors.push(JSON.stringify(params.exceptionDetails));
      else if (method === 'Log.entryAdded') {
        const { source, text } = params.entry as { readonly source: string; readonly text: string };
        if (source === 'security') refusals.push(text);
      }
    };
    await this.#send('Target.setAutoAttach', autoAttach);
    const read = async (path: string, expression: string): Promise<unknown> => {
      const code = `location.pathname === ${JSON.stringify(path)} ? (${expression}) : undefined`;
      const values = await Promise.all([...sessions].map((session) => this.#evaluate(code, session)));
      return values.find((value) => value !== undefined);
    };
    return { errors, refusals, read };
  }

  /** Returns what the page looks like, as a PNG in Base64. */
  async screenshot(): Promise<string> {
    return (await this.#send('Page.captureScreenshot', { format: 'png' })).data as string;
  }

  async goTo(url: URL): Promise<void> {
    await this.#send('Page.navigate', { url: url.href });
  }

  /** Waits for an element, and clicks on it. */
  async click(selector: string): Promise<void> {
    await this.clickIn(selector, 0.5, 0.5);
  }

  /** Waits for an element, and clicks within it: a frame, say, at a part of its width and height. */
  async clickIn(selector: string, across: number, down: number): Promise<void> {
    const point = await this.#find(
      `(() => {
        const place = () => found.getBoundingClientRect();
        scrollBy(0, place().y + place().height * ${down} - innerHeight / 2);
        const { x, y, width, height } = place();
        return { x: x + width * ${across}, y: y + height * ${down} };
      })()`,
      selector,
    );
    await this.#clickAt(point as object);
  }

  async #clickAt(point: object): Promise<void> {
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.#send('Input.dispatchMouseEvent', { type, ...point, button: 'left', clickCount: 1 });
    }
  }

  /** Presses a key, by its name and its code (`Tab`, 9). */
  async press(key: string, windowsVirtualKeyCode: number): Promise<void> {
    for (const type of ['keyDown', 'keyUp']) {
      await this.#send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode });
    }
  }

  /** Waits for a field, and types into it. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.#send('Input.insertText', { text });
  }

  /** Waits until the page has a heading that says something. */
  async see(heading: string): Promise<void> {
    await expect.poll(() => this.#evaluate(`document.querySelector('h1')?.innerText ?? ''`)).toContain(heading);
  }

  /** Waits until an expression is true. Returns its value. */
  async until(expression: string): Promise<unknown> {
    let value: unknown;
    await expect.poll(async () => (value = await this.#evaluate(expression)), { message: expression }).toBeTruthy();
    return value;
  }

  /** Runs a function of the page. Rejects with its error. */
  async run(expression: string): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value?: unknown }).value;
  }

  /** Waits for an element, and returns the value of an expression about it. */
  async #find(expression: string, selector: string): Promise<unknown> {
    const code = `(() => { const found = document.querySelector(${JSON.stringify(selector)}); return found && ${expression}; })()`;
    let value: unknown;
    await expect.poll(async () => (value = await this.#evaluate(code)), { message: selector }).toBeTruthy();
    return value;
  }

  /** Evaluates an expression; undefined while the page changes. */
  async #evaluate(expression: string, session = this.#session): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result } = await this.#devTools
      .send('Runtime.evaluate', options, session)
      .catch(() => ({ result: undefined }));
    return (result as { readonly value?: unknown } | undefined)?.value;
  }

  #send(method: string, params: object): Promise<NonNullable<Message['result']>> {
    return this.#devTools.send(method, params, this.#session);
  }
}
