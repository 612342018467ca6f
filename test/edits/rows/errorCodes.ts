import { all, append, remove, rename, replace, within } from '../change.js';
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
    edit: 'a new error code that only its error has',
    change: append(
      "/** Too many requests. */\nexport interface RateLimitedError extends Omit<JSONRPCErrorResponse, 'error'> { error: Error & { code: -32023; data: { retryAfter: number } }; }",
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
    open: ['errors/-32020'],
  },
  {
    edit: 'the data of an error is optional',
    change: within('UnsupportedProtocolVersionError', '    data: {', '    data?: {'),
    open: ['errors/-32022'],
  },
  {
    edit: 'a field in the data of an error is renamed',
    change: within('UnsupportedProtocolVersionError', 'supported: string[]', 'supportedVersions: string[]'),
    open: ['errors/-32022'],
  },
  {
    edit: 'the type of a field in the data of an error changes',
    change: within(
      'MissingRequiredClientCapabilityError',
      'requiredCapabilities: ClientCapabilities',
      'requiredCapabilities: string[]',
    ),
    open: ['errors/-32021'],
  },
  {
    edit: 'the data of an error has a type of its own',
    change: all(
      within(
        'HeaderMismatchError',
        '    code: typeof HEADER_MISMATCH;\n',
        '    code: typeof HEADER_MISMATCH;\n    data: HeaderData;\n',
      ),
      append('export interface HeaderData { header: string; }'),
    ),
    open: ['errors/-32020'],
  },
  {
    edit: 'docs state a rule about the data of an error',
    change: within(
      'UnsupportedProtocolVersionError',
      'All protocol versions supported by the server.',
      'All protocol versions supported by the server. MUST be in order of preference.',
    ),
    open: ['errors/-32022'],
  },
  {
    edit: 'docs state a rule about an error code',
    change: replace(
      ' * Error code: an HTTP header is missing or does not match the body.',
      ' * Error code: an HTTP header is missing or does not match the body. Clients MUST NOT retry.',
    ),
    open: ['errors/-32020'],
  },
  {
    edit: 'the message of errors is renamed',
    change: within('Error', '  message: string;', '  title: string;'),
    open: ['names/JSONRPCErrorResponse'],
  },
  {
    edit: 'the code of errors is a string',
    change: all(within('Error', '  code: number;', '  code: number | string;')),
    open: ['names/JSONRPCErrorResponse'],
  },
  {
    edit: 'the data of errors is required',
    change: within('Error', '  data?: unknown;', '  data: unknown;'),
    open: ['names/JSONRPCErrorResponse'],
  },
];
