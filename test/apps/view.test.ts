/** A view and messages of hosts that are not ours: what it takes, sends, and leaves out. */

import { ViewSession } from '@mcp-gen/apps/host';
import { connectView, portPair, type ConnectViewOptions, type Port, type View } from '@mcp-gen/apps/view';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';

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

  const [own, other] = portPair();
  const sizes: unknown[] = [];
  const session = new ViewSession(own, {
    server: {
      tools: () => Readable.from([]),
      callTool: () => Promise.resolve({ content: [] }),
      readResource: () => Promise.reject(new Error('none')),
    },
    tool: { name: 'show', inputSchema: { type: 'object' } },
    host: { name: 'host', version: '1.0.0' },
    consent: () => true,
    onSize: (size) => sizes.push(size),
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => session.close('The test has ended'));
  const size = { width: 100.75, height: 300.25 };
  other.send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: size });
  await settled();
  expect(sizes).toEqual([size]);
});
