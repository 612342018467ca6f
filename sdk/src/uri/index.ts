/** URIs of resources, and URI templates. */

export type { TemplateValue } from './expand.js';
export { parseTemplate, type TemplatePart } from './parseTemplate.js';
export { encodeIllegal, type Units } from './percent.js';
export { ALLOWED_VALUES, type AllowedValue, type RefusedValue } from './refusedValues.js';
export {
  compareSpecificity,
  readUri,
  type Specificity,
  type TemplateMatch,
  type TemplateVariables,
  UriTemplate,
} from './template.js';
export { MAX_URI_LENGTH, parseUri, plainSpellings, type Uri, UriError } from './uri.js';
