/** The error code with which implementations of `ClientAuth` say that a user has to log in. */
const LOGIN_REQUIRED = 'LOGIN_REQUIRED';

/** Maximum number of nested causes that are searched. */
const MAX_CAUSES = 8;

/** Returns the error that requires a login: the error itself or one of its causes. */
export function requiredLogin(error: unknown): Error | undefined {
  let each = error;
  for (let i = 0; i < MAX_CAUSES && each instanceof Error; i++) {
    if ((each as { readonly code?: unknown }).code === LOGIN_REQUIRED) return each;
    each = each.cause;
  }
  return undefined;
}

/** The login that is running on a connection, if any. Opening the connection waits for it. */
export class PendingLogin {
  #ended: Promise<void> | undefined;

  /** Called when a login has begun. */
  readonly begun = (ended: Promise<void>): void => {
    const over = (): void => {
      if (this.#ended === current) this.#ended = undefined;
    };
    const current = ended.then(over, over);
    this.#ended = current;
  };

  /** Returns a promise that resolves when the login has ended; undefined if none is running. */
  readonly ended = (): Promise<void> | undefined => this.#ended;
}
