import type { AnswerContext } from '../client/answering.js';

/** What is known when a server asks something, with the name that the host knows the server by. */
export type WithServer<Context extends AnswerContext = AnswerContext> = Omit<Context, 'server'> & {
  /** The server that asks, by its name in the host's configuration. */
  readonly server: string;
  /** The server by its own account. */
  readonly peer: AnswerContext['server'];
};

/** Puts the name that the host knows in the place of what the server says of itself. */
export function fromServer<Context extends AnswerContext>(name: string, context: Context): WithServer<Context> {
  const { server: peer, ...rest } = context;
  return { ...rest, server: name, peer };
}
