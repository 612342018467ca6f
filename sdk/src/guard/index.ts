/** Limits and filters between handlers and the other side. */

export { limitPrompt, limitSize, OutputTooLargeError, type SizeLimit } from './limitSize.js';
export { plainLine, plainText } from './plain.js';
export { FallbackRateLimiter } from './fallbackRateLimiter.js';
export {
  MemoryRateLimiter,
  RATE_LIMIT_OPTIONS,
  type Admission,
  type RateLimiter,
  type RateLimitOptions,
} from './rateLimiter.js';
export { readable, type Readable } from './readable.js';
export { redact, type RedactOptions } from './redact.js';
export { reveal, revealText } from './reveal.js';
export { cleanSize, untrustedText, type UntrustedText, sanitize, sanitizeText } from './sanitize.js';
