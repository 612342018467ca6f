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
