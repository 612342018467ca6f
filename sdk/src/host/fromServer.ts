import type { AnswerContext } from '../client/answering.js';

/** Context of a server's request, with the server's name in the host's configuration. */
export type WithServer<Context extends AnswerContext = AnswerContext> = Omit<Context, 'server'> & {
  /** The server that asks, by its name in the host's configuration. */
  readonly server: string;
  /** The server, as it introduced itself. */
  readonly peer: AnswerContext['server'];
};

/** Replaces the server's own name with its name in the host's configuration. */
export function fromServer<Context extends AnswerContext>(name: string, context: Context): WithServer<Context> {
  const { server: peer, ...rest } = context;
  return { ...rest, server: name, peer };
}
