/** A view and messages of hosts that are not ours: what it takes, sends, and leaves out. */

import { ViewSession, type ViewSessionOptions } from '@mcp-gen/apps/host';
import { connectView, portPair, type ConnectViewOptions, type Port, type View } from '@mcp-gen/apps/view';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { windowPort } from '../../apps/src/channel/port.js';
import { stopClock } from '../support/clock.js';

interface Message {
  readonly id?: string;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
}

/** What is left out of the answer to `ui/initialize`. */
interface RawHostOptions {
  readonly hostContext?: object;
  readonly hostCapabilities?: object;
  /** Returns the results of other requests. Default: they have none. */
  readonly answer?: (message: Message) => object | undefined;
}

interface RawHost {
  readonly own: Port;
  /** Sends a message to the view. */
  readonly tell: (method: string, params: object) => void;
  readonly send: (message: object) => void;
  /** What the view has sent. */
  readonly sent: Message[];
  readonly errors: unknown[];
  readonly connect: (options?: ConnectViewOptions) => Promise<View>;
}

/** A host that sends anything. */
function rawHost({ hostContext = {}, hostCapabilities = {}, answer }: RawHostOptions = {}): RawHost {
  const [own, other] = portPair();
  const sent: Message[] = [];
  const errors: unknown[] = [];
  const hostInfo = { name: 'raw', version: '1.0.0' };
  const initialized = { protocolVersion: '2026-01-26', hostInfo, hostCapabilities, hostContext };
  const send = (message: object): void => other.send({ jsonrpc: '2.0', ...message });
  other.listen((value) => {
    const message = value as Message;
    sent.push(message);
    const result = message.method === 'ui/initialize' ? initialized : answer?.(message);
    if (message.id !== undefined && result !== undefined) send({ id: message.id, result });
  });
  const connect = async (options: ConnectViewOptions = {}): Promise<View> => {
    const onError = (error: unknown): void => void errors.push(error);
    const view = await connectView({ name: 'chart', version: '1.0.0' }, { port: own, onError, ...options });
    onTestFinished(() => view.close());
    return view;
  };
  return { own, sent, errors, connect, send, tell: (method, params) => send({ method, params }) };
}

/** A host of ours, and the port of its view. */
function sessionOf(options: Partial<ViewSessionOptions>): { readonly session: ViewSession; readonly port: Port } {
  const [own, port] = portPair();
  const tool = { name: 'show', inputSchema: { type: 'object' as const } };
  const session = new ViewSession(own, {
    server: {
      tools: () => Readable.from([tool]),
      callTool: () => Promise.resolve({ content: [] }),
      readResource: () => Promise.reject(new Error('There are no resources')),
    },
    tool,
    host: { name: 'host', version: '1.0.0' },
    consent: () => true,
    onError: (error) => expect.unreachable(String(error)),
    ...options,
  });
  onTestFinished(() => session.close('The test has ended'));
  return { session, port };
}

/** Lets everything happen that has been sent. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('lengths have fractions, in both directions', async () => {
  const safeAreaInsets = { top: 33.3, right: 0, bottom: 0.5, left: 0 };
  const { connect, tell } = rawHost({ hostContext: { containerDimensions: { maxHeight: 400.5 }, safeAreaInsets } });
  const view = await connect();
  expect(view.context).toEqual({ containerDimensions: { maxHeight: 400.5 }, safeAreaInsets });
  tell('ui/notifications/host-context-changed', { containerDimensions: { height: 99.9, width: 300.25 } });
  await settled();
  expect(view.context.containerDimensions).toEqual({ height: 99.9, width: 300.25 });

  const sizes: unknown[] = [];
  const { port } = sessionOf({ onSize: (size) => sizes.push(size) });
  const size = { width: 100.75, height: 300.25 };
  port.send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: size });
  await settled();
  expect(sizes).toEqual([size]);
});

test.each([[['a', 1]], ['text'], [7.5], [null], [{ n: 1 }]])(
  'a result may have the structured content %j, as since 2026-07-28',
  async (structuredContent) => {
    const result = { content: [], structuredContent };
    const { connect, tell, errors } = rawHost({
      answer: ({ method }) => (method === 'tools/call' ? result : undefined),
    });
    const view = await connect();
    tell('ui/notifications/tool-result', result);
    expect(await view.callTool('show')).toEqual(result);
    const told: unknown[] = [];
    view.onResult((value) => told.push(value));
    expect([told, errors]).toEqual([[result], []]);
  },
);

test('what is not a result of a tool is refused', async () => {
  const { connect, tell, errors } = rawHost();
  const view = await connect();
  tell('ui/notifications/tool-result', { content: 'text' });
  await settled();
  view.onResult(() => expect.unreachable());
  expect(String(errors)).toContain('invalid params of ui/notifications/tool-result');
});

test('the whole arguments replace the partial ones', async () => {
  const { connect, tell } = rawHost();
  const view = await connect();
  tell('ui/notifications/tool-input-partial', { arguments: { city: 'V' } });
  await settled();
  const told: unknown[] = [];
  view.onPartialInput((input) => told.push(input));
  tell('ui/notifications/tool-input', { arguments: { city: 'Vienna' } });
  await settled();
  view.onPartialInput(() => expect.unreachable());
  view.onInput((input) => told.push(input));
  expect(told).toEqual([{ city: 'V' }, { city: 'Vienna' }]);
});

test('a view asks the model only if the host declares it, and with tools only if it declares them', async () => {
  const plain = { messages: [], maxTokens: 1 };
  const withTools = { ...plain, tools: [{ name: 'now', inputSchema: { type: 'object' as const } }] };
  const answer = { role: 'assistant', content: { type: 'text', text: 'yes' }, model: 'any' };
  const asked: unknown[] = [];
  const outcomes = [];
  for (const hostCapabilities of [{}, { sampling: {} }, { sampling: { tools: {} } }]) {
    const { connect, sent } = rawHost({ hostCapabilities, answer: () => answer });
    const view = await connect();
    for (const params of [plain, withTools]) {
      outcomes.push(await view.createMessage(params).then(({ model }) => model, String));
    }
    asked.push(sent.filter(({ method }) => method === 'sampling/createMessage').length);
  }
  expect(asked).toEqual([0, 1, 2]);
  expect(outcomes).toEqual([
    expect.stringContaining('does not declare sampling'),
    expect.stringContaining('does not declare sampling'),
    'any',
    expect.stringContaining('does not declare sampling.tools'),
    'any',
    'any',
  ]);
});

test('a view states how it can be shown, also by default', async () => {
  for (const [options, modes] of [
    [{}, ['inline']],
    [{ displayModes: ['inline', 'pip'] }, ['inline', 'pip']],
  ] as const) {
    const { connect, sent } = rawHost();
    await connect(options);
    expect(sent[0]?.params?.appCapabilities).toEqual({ availableDisplayModes: modes });
  }
});

test('answers to requests that were cancelled, or of another view in the window, are not errors', async () => {
  const { connect, sent, send, errors } = rawHost();
  const view = await connect();
  const other = await connect();
  const controller = new AbortController();
  const call = view.callTool('show', {}, { signal: controller.signal });
  await settled();
  controller.abort(new Error('no longer needed'));
  await expect(call).rejects.toThrow('no longer needed');
  const { id } = sent.find(({ method }) => method === 'tools/call') ?? expect.unreachable();
  send({ id, result: { content: [] } });
  send({ id: 7, result: {} });
  await settled();
  expect(errors).toEqual([]);
  other.close();
});

/** A window that receives messages. */
class OwnWindow extends EventTarget {
  receive(data: unknown, origin: string, source: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  }
}

test('a port takes messages of its window and of its origin alone', () => {
  const sent: unknown[] = [];
  const other = { postMessage: (...args: readonly unknown[]) => void sent.push(args) };
  const named = (origin?: string): { readonly own: OwnWindow; readonly port: Port; readonly received: unknown[] } => {
    const own = new OwnWindow();
    const received: unknown[] = [];
    const port = windowPort(other as never, { own: own as never, origin });
    onTestFinished(port.listen((value) => received.push(value)));
    return { own, port, received };
  };
  const [stated, learned] = [named('https://a.example'), named()];
  stated.own.receive('before', 'https://b.example', other);
  for (const { own, port, received } of [stated, learned]) {
    own.receive('from another window', 'https://a.example', {});
    own.receive('first', 'https://a.example', other);
    own.receive('from another origin', 'https://b.example', other);
    own.receive('second', 'https://a.example', other);
    expect(received).toEqual(['first', 'second']);
    port.send({ n: 1 });
  }
  named('null').port.send({ n: 2 });
  named().port.send({ n: 3 });
  expect(sent).toEqual([
    [{ n: 1 }, 'https://a.example'],
    [{ n: 1 }, 'https://a.example'],
    [{ n: 2 }, '*'],
    [{ n: 3 }, '*'],
  ]);
});

test('a host that takes its time tells the view every ten seconds that work goes on', async () => {
  stopClock();
  const { session, port } = sessionOf({ consent: () => new Promise(() => undefined) });
  const view = connectView({ name: 'chart', version: '1.0.0' }, { port });
  const connected = await view;
  onTestFinished(() => connected.close());
  const outcome: string[] = [];
  const call = connected.callTool('show').then(
    () => outcome.push('done'),
    (error: unknown) => outcome.push(String(error)),
  );
  for (let seconds = 0; seconds < 180; seconds += 5) {
    await settled();
    vi.advanceTimersByTime(5_000);
  }
  await settled();
  expect(outcome).toEqual([]);
  session.close('done');
  vi.advanceTimersByTime(60_000);
  await call;
  expect(String(outcome)).toContain('No answer to tools/call');
});
