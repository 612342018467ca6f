import { isObject, type AuthInfo } from '../../codegen/v1.js';

/** The caller, as returned by `authenticate`: a string is the caller's id, `undefined` an anonymous caller. */
export type AuthResult = AuthInfo | string | undefined;

/** @throws {TypeError} if `authenticate` returned an invalid result. */
export function authInfo(result: AuthResult): AuthInfo | undefined {
  const info = typeof result === 'string' ? { id: result } : result;
  if (info === undefined) return undefined;
  if (isObject(info) && typeof info.id === 'string' && info.id !== '') return checkedExpiry(info);
  throw new TypeError(
    'authenticate must return an object with an id, an id, or undefined. The id must be a non-empty string',
  );
}

function checkedExpiry(info: AuthInfo): AuthInfo {
  const expiresAt: unknown = info.expiresAt;
  if (expiresAt === undefined || (typeof expiresAt === 'number' && !Number.isNaN(expiresAt))) return info;
  throw new TypeError('expiresAt in the result of authenticate must be a number of seconds since 1970-01-01');
}
