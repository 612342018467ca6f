import { isObject, type AuthInfo } from '../codegen/v1.js';

/** Who calls, as a server made out: a text is the caller's id, and `undefined` is anybody. */
export type AuthResult = AuthInfo | string | undefined;

/** @throws {TypeError} if it is not the result of an `authenticate`: who calls would be unknown. */
export function authInfo(result: AuthResult): AuthInfo | undefined {
  const info = typeof result === 'string' ? { id: result } : result;
  if (info === undefined) return undefined;
  if (isObject(info) && typeof info.id === 'string' && info.id !== '') return info;
  throw new TypeError(
    'authenticate must return an object with an id, an id, or undefined; the id is a string that is not empty',
  );
}
