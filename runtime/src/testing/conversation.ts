import type { HandlerContext } from '../codegen/v1.js';
import { RequestTimeoutError } from '../errors.js';
import { connectSession } from '../session/connect.js';
import type { Session } from '../session/session.js';
import { serve, type RunningServer } from '../session/serve.js';
import { revision } from './revision.js';
import type { Stage } from './stage.js';

/** A client and a server that talk over the transports under test. */
export interface Conversation {
  readonly session: Session;
  readonly server: RunningServer;
  /** The requests that wait at the server for an answer that never comes. */
  readonly waiting: readonly HandlerContext[];
  /** Errors that had no caller to go to, at either end. */
  readonly reports: readonly unknown[];
}

interface Given {
  readonly text: string;
  readonly count: number;
}

/** Opens a conversation over a pair whose ends have not been started. */
export async function converse({ pair, timeout }: Stage): Promise<Conversation> {
  const waiting: HandlerContext[] = [];
  const reports: unknown[] = [];
  const info = { name: 'contract', version: '1.0.0' };
  const options = {
    revisions: [revision],
    requestTimeout: timeout,
    // Some handlers never finish: that is what the cases are about.
    shutdownTimeout: 100,
    onError: (error: unknown) => reports.push(error),
  };
  const handlers = {
    echo: (params: object) => params,
    repeat: ({ text, count }: Given) => ({ text: text.repeat(count) }),
    ask: (params: object, { ask }: HandlerContext) =>
      ask('question', { method: 'contract/question', params }).catch((error: unknown) => ({ text: told(error) })),
    wait(_params: object, context: HandlerContext): Promise<object> {
      waiting.push(context);
      return new Promise(() => undefined);
    },
  };
  const question = ({ text, count }: Given): object => ({ text: `${text.repeat(count)}!` });
  const server = serve(handlers, { ...options, serverInfo: info, transport: pair.server });
  const session = await connectSession(pair.client, { ...options, clientInfo: info, handlers: { question } });
  return { session, server, waiting, reports };
}

/** What a caller has been told, as text: nothing, if no answer came in time. */
export function told(error: unknown): string {
  return error instanceof RequestTimeoutError ? 'nothing' : String(error);
}
