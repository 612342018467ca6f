/** Limits and filters between handlers and the other side. */

export { limitSize, OutputTooLargeError, type SizeLimit } from './limitSize.js';
export { plainLine, plainText } from './plain.js';
export { RateLimits, type Admission, type RateLimitOptions } from './rateLimits.js';
export { redact, type RedactOptions } from './redact.js';
export { reveal } from './reveal.js';
export { sanitize, sanitizeText } from './sanitize.js';
