import { ErrorCode, JsonRpcError, type HandlerContext } from '@mcp-gen/runtime';
import type { AuthorNotifications } from '@mcp-gen/protocol/author';
import { CannotSay } from '../conversions/index.js';
import { withSafeIcons } from '../icons.js';
import type { Translator } from '../translator.js';
import type { AnswerContext, Answers, Asked } from './answering.js';

/** What servers tell clients, by the names that the runtime calls them by. */
const NOTIFICATIONS = {
  loggingMessage: 'notifications/message',
  resourceUpdated: 'notifications/resources/updated',
  resourceListChanged: 'notifications/resources/list_changed',
  toolListChanged: 'notifications/tools/list_changed',
  promptListChanged: 'notifications/prompts/list_changed',
  elicitationComplete: 'notifications/elicitation/complete',
} as const satisfies { readonly [name: string]: keyof AuthorNotifications };

/** Hears of one kind of notification. */
type Listener<Method extends keyof AuthorNotifications> = (params: AuthorNotifications[Method]['params']) => void;

/** Who hears of what servers tell. */
export type Listeners = {
  readonly [Name in keyof typeof NOTIFICATIONS]: Listener<(typeof NOTIFICATIONS)[Name]> | undefined;
};

/** Handlers for the runtime, around what is written in the words of authors. */
export function clientHandlers(
  answers: Answers,
  listeners: Listeners,
  translatorOf: (revision: string) => Translator,
): object {
  const answered = {
    createMessage: answering('sampling/createMessage', answers['sampling/createMessage'], translatorOf),
    elicit: answering('elicitation/create', answers['elicitation/create'], translatorOf),
    listRoots: answering('roots/list', answers['roots/list'], translatorOf),
  };
  const heard = Object.entries(NOTIFICATIONS).map(([name, method]) => {
    const listener = listeners[name as keyof Listeners] as ((params: unknown) => void) | undefined;
    const handler =
      listener &&
      ((params: unknown, { revision }: HandlerContext) =>
        listener(translatorOf(revision).toAuthor(method, 'params', params)));
    return [name, handler] as const;
  });
  return { ...answered, ...Object.fromEntries(heard) };
}

function answering(
  method: Asked,
  answer: ((params: never, context: AnswerContext) => unknown) | undefined,
  translatorOf: (revision: string) => Translator,
): ((params: unknown, context: HandlerContext) => Promise<unknown>) | undefined {
  if (answer === undefined) return undefined;
  return async (params, { revision, signal, peer }) => {
    const translator = translatorOf(revision);
    const asked = orRefuse(ErrorCode.InvalidParams, () => translator.toAuthor(method, 'params', params));
    const result = await answer(asked as never, { server: withSafeIcons(peer), revision, signal });
    return orRefuse(ErrorCode.InternalError, () => translator.toRevision(method, 'result', result));
  };
}

/** What has no words in the revision is told to the server, for it to know why it gets no answer. */
function orRefuse<Value>(code: number, convert: () => Value): Value {
  try {
    return convert();
  } catch (error) {
    if (error instanceof CannotSay) throw new JsonRpcError(code, error.message);
    throw error;
  }
}
