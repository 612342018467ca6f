/**
 * Requests at URLs that another party has named: metadata, keys, webhooks. On Node, the address that a host resolves to is checked when the
 * request connects to it.
 *
 * @module
 */

export { guardedFetch, type GuardOptions, type UrlAdvice, type UrlPolicy } from './net/guardedFetch.js';
export { ForbiddenUrlError } from './errors.js';
