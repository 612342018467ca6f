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

interface Reply {
  readonly id?: number;
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly message: string };
}

/** A page that a test uses as a person would. */
export class ChromiumPage {
  readonly #commands: Writable;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #session: unknown;
  #count = 0;

  private constructor({ stdio }: ChildProcess) {
    this.#commands = stdio[3] as Writable;
    let text = '';
    (stdio[4] as Readable).setEncoding('utf8').on('data', (part: string) => {
      const messages = (text + part).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const reply = JSON.parse(message) as Reply;
        this.#waiting.get(reply.id ?? 0)?.(reply);
      }
    });
  }

  /** Opens a browser with an empty page. */
  static async open(): Promise<ChromiumPage> {
    const page = new ChromiumPage(
      await startChromium(['--remote-debugging-pipe', 'about:blank'], ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']),
    );
    const { targetId } = await page.#send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await page.#send('Target.attachToTarget', { targetId, flatten: true });
    page.#session = sessionId;
    return page;
  }

  async goTo(url: URL): Promise<void> {
    await this.#send('Page.navigate', { url: url.href });
  }

  /** Waits for an element, and clicks on it. */
  async click(selector: string): Promise<void> {
    const point = await this.#find(
      `(() => { const { x, y, width, height } = found.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
      selector,
    );
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.#send('Input.dispatchMouseEvent', { type, ...(point as object), button: 'left', clickCount: 1 });
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
  async #evaluate(expression: string): Promise<unknown> {
    const evaluated = this.#send('Runtime.evaluate', { expression, returnByValue: true });
    const { result } = await evaluated.catch(() => ({ result: undefined }));
    return (result as { readonly value?: unknown } | undefined)?.value;
  }

  async #send(method: string, params: object): Promise<NonNullable<Reply['result']>> {
    const id = ++this.#count;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const command = { id, method, params, ...(this.#session !== undefined && { sessionId: this.#session }) };
    this.#commands.write(`${JSON.stringify(command)}\0`);
    const { result = {}, error } = await reply;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
