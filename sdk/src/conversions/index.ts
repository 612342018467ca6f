/**
 * Converts between the unified types and the negotiated revision: hub and spoke, never from one revision directly to another.
 *
 * @module
 */

export { conversionsFor, type Converted, type Converter, type MessagePart, type Method } from './converter.js';
export { NotExpressibleError, type Facts, type Loss } from './conversionContext.js';
export type { RevisionId } from './modules.js';
