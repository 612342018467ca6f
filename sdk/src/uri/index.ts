/** URIs of resources, and URI templates. */

export { UriError } from './uriError.js';
export type { TemplateValue } from './expand.js';
export { parseTemplate, type TemplatePart } from './parseTemplate.js';
export { encodeIllegal } from './percent.js';
export { ALLOWED_VALUES, type AllowedValue, type RefusedValue } from './refusedValues.js';
export { compareSpecificity, type Specificity } from './specificity.js';
export { plainSpellings } from './spellings.js';
export { readUri, UriTemplate, type TemplateMatch, type TemplateVariables } from './template.js';
export type { Units } from './units.js';
export { MAX_URI_LENGTH, parseUri, type Uri } from './uri.js';
