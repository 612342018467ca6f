/** The code of the error by which implementations of `ClientAuth` say that a person has to log in. */
const LOGIN_REQUIRED = 'LOGIN_REQUIRED';

/** Errors that are looked through for it. */
const MOST_CAUSES = 8;

/** Returns the error that says that a login is required, if it is one or was caused by one. */
export function requiredLogin(error: unknown): Error | undefined {
  let each = error;
  for (let i = 0; i < MOST_CAUSES && each instanceof Error; i++) {
    if ((each as { readonly code?: unknown }).code === LOGIN_REQUIRED) return each;
    each = each.cause;
  }
  return undefined;
}
