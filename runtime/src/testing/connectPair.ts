import type { HandlerContext } from '../codegen/v1.js';
import { RequestTimeoutError } from '../errors.js';
import { connectSession } from '../session/connect.js';
import type { Session } from '../session/session.js';
import { serve, type RunningServer } from '../session/serve.js';
import { revision } from './revision.js';
import type { Stage } from './stage.js';

/** A client and a server that are connected by the transports under test. */
export interface ConnectedPair {
  readonly session: Session;
  readonly server: RunningServer;
  /** Requests at the server that are never answered. */
  readonly waiting: readonly HandlerContext[];
  /** Errors that no caller received, on either side. */
  readonly reports: readonly unknown[];
}

interface EchoParams {
  readonly text: string;
  readonly count: number;
}

/** Opens a session over a pair of transports that have not been started. */
export async function connectPair(stage: Stage): Promise<ConnectedPair> {
  const { pair, timeout } = stage;
  const waiting: HandlerContext[] = [];
  let endWaiting!: (result: object) => void;
  const ended = new Promise<object>((resolve) => (endWaiting = resolve));
  const reports: unknown[] = [];
  const info = { name: 'contract', version: '1.0.0' };
  const options = {
    revisions: [revision],
    requestTimeout: timeout,
    // Some handlers do not finish before the case is over, on purpose.
    shutdownTimeout: 100,
    onError: (error: unknown) => reports.push(error),
  };
  const handlers = {
    echo: (params: object) => params,
    repeat: ({ text, count }: EchoParams) => ({ text: text.repeat(count) }),
    ask: (params: object, { ask }: HandlerContext) =>
      ask('question', { method: 'contract/question', params }).catch((error: unknown) => ({
        text: describeOutcome(error),
      })),
    wait(_params: object, context: HandlerContext): Promise<object> {
      waiting.push(context);
      return ended;
    },
  };
  const question = ({ text, count }: EchoParams): object => ({ text: `${text.repeat(count)}!` });
  const server = serve(handlers, { ...options, serverInfo: info, transport: pair.server });
  stage.onClear(() => {
    endWaiting({});
    return server.close();
  });
  const session = await connectSession(pair.client, { ...options, clientInfo: info, handlers: { question } });
  stage.onClear(() => session.close());
  return { session, server, waiting, reports };
}

/** Returns the error of a caller as a string; `nothing` if it timed out. */
export function describeOutcome(error: unknown): string {
  return error instanceof RequestTimeoutError ? 'nothing' : String(error);
}
