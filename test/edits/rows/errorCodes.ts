import { append, remove, rename, replace, all } from '../change.js';
import type { Row } from '../row.js';

export const errorCodes: readonly Row[] = [
  {
    edit: 'a new error code',
    change: append('/** Error code: too many requests. */\nexport const RATE_LIMITED = -32023;'),
    facts: ['+ error -32023 RateLimited'],
  },
  {
    edit: 'a new error code with its error',
    change: append(
      "export const RATE_LIMITED = -32023;\nexport interface RateLimitedError extends Omit<JSONRPCErrorResponse, 'error'> { error: Error & { code: typeof RATE_LIMITED; data: { retryAfter: number } }; }",
    ),
    facts: ['+ error -32023 RateLimited'],
  },
  {
    edit: 'an error code changes',
    change: replace('HEADER_MISMATCH = -32020', 'HEADER_MISMATCH = -32030'),
    open: [
      'The name of the error code -32030 would be "HeaderMismatch", which is that of -32020 in an earlier revision. Guess: HeaderMismatch32030',
      'removed/errors',
    ],
    facts: ['- error -32020 HeaderMismatch', '+ error -32030 HeaderMismatch32030'],
  },
  {
    edit: 'an error code is renamed',
    change: rename('HEADER_MISMATCH', 'HEADERS_DIFFER'),
    open: ['removed/errors'],
    facts: ['- error -32020 HeaderMismatch', '+ error -32020 HeadersDiffer'],
  },
  {
    edit: 'an error code is removed',
    change: all(remove('HeaderMismatchError'), (text) =>
      text.replace(/\/\*\*(?:(?!\*\/)[^])*\*\/\nexport const HEADER_MISMATCH = -32020;\n/, ''),
    ),
    open: ['removed/errors'],
    facts: ['- error -32020 HeaderMismatch'],
  },
  {
    edit: 'two error codes are one number',
    change: append('export const HEADER_MISSING = -32020;'),
    facts: ['+ error -32020 HeaderMissing'],
  },
  { edit: 'an error code outside of the range', change: append('export const TEAPOT = 418;') },
  {
    edit: 'an error gains data',
    change: replace(
      '    code: typeof HEADER_MISMATCH;\n',
      '    code: typeof HEADER_MISMATCH;\n    data: { header: string };\n',
    ),
  },
];
