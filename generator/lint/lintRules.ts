/** The rules of `mcp-gen lint`: what a reviewer of a schema asks about. Users configure severities by their ids, so ids must not change. */

/** How much a finding matters. `off` hides it. */
export type Severity = 'off' | 'note' | 'warning' | 'error';

/** The severities, in the order in which they matter. */
export const SEVERITIES: readonly Severity[] = ['off', 'note', 'warning', 'error'];

interface Rule {
  /** The severity, unless a project configures another. */
  readonly severity: Exclude<Severity, 'off'>;
  /** What it reports, in a few words. */
  readonly what: string;
  /** Why it matters. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The page that the reason rests on. Absent if it follows from what generated code and schemas can express. */
  readonly source?: string;
}

const JSON_RPC = 'https://www.jsonrpc.org/specification';
const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/json-schema-validation';
const SPECIFICATION = 'https://modelcontextprotocol.io/specification';
const BASIC = `${SPECIFICATION}/2025-11-25/basic`;
const POLICY = 'https://modelcontextprotocol.io/community/feature-lifecycle';

const NOT_CHECKED =
  'A rule that only prose states is checked by no validator, and each implementation reads it in its own way.';

const rules = {
  'message-without-union': {
    severity: 'error',
    what: 'a message that is in no union of messages',
    reason: 'The unions state who sends a message. Without one, no dispatcher and no client has the message.',
    remedy: 'Add it to ClientRequest, ServerRequest, ClientNotification, or ServerNotification.',
  },
  'message-in-wrong-union': {
    severity: 'warning',
    what: 'a message whose docs name a sender that its unions do not',
    reason: 'Implementations generate who sends a message from the unions, and refuse it from the other side.',
    remedy: 'Add the message to the union of that side, or correct the docs.',
  },
  'message-without-envelope': {
    severity: 'note',
    what: 'messages that do not declare the members of JSON-RPC',
    reason:
      'The types and the JSON Schema do not describe what is sent: a validator accepts messages without jsonrpc and id.',
    remedy: 'Extend JSONRPCRequest and JSONRPCNotification.',
    source: `${JSON_RPC}#request_object`,
  },
  'method-unlike-kind': {
    severity: 'warning',
    what: 'a method that does not follow the pattern of its kind',
    reason:
      'Methods of notifications begin with "notifications/", and those of requests do not. Receivers and logs rely on it.',
    remedy: 'Rename the method.',
    source: `${BASIC}#notifications`,
  },
  'method-unlike-name': {
    severity: 'warning',
    what: 'a message whose name and method share no word',
    reason: 'Names of types, handlers, and methods are derived from each other in most implementations.',
    remedy: 'Rename the declaration, or the method.',
  },
  'request-without-result': {
    severity: 'warning',
    what: 'a request whose result, or response, the schema does not state',
    reason:
      'Only prose tells what a receiver responds with, so no typed client can be generated from the schema alone.',
    remedy: 'Declare the response with its result, or a result that is named after the request.',
    source: `${BASIC}#responses`,
  },
  'result-not-in-union': {
    severity: 'error',
    what: 'a result that is missing in the union of results',
    reason: 'A validator of the union rejects a valid response, or takes it for another one.',
    remedy: 'Add it to ClientResult or ServerResult: the union of the side that responds.',
  },
  'result-unreturned': {
    severity: 'warning',
    what: 'a result that no request returns',
    reason: 'It is dead, or its request was forgotten.',
    remedy: 'Declare the request, or remove the result.',
  },
  'params-unused': {
    severity: 'warning',
    what: 'params that no message has',
    reason: 'They are dead, or the message that should have them has others.',
    remedy: 'Use them in a message, or remove them.',
  },
  'params-inline': {
    severity: 'note',
    what: 'params without a name, among messages whose params have one',
    reason: 'Code and docs cannot refer to them, and they cannot extend the common params.',
    remedy: 'Declare the params by a name of their own.',
  },
  'params-without-base': {
    severity: 'warning',
    what: 'params or results that do not extend the common base',
    reason: 'The fields of the base, such as _meta, are missing in the types of this message only.',
    remedy: 'Extend the base that the other messages extend.',
    source: `${BASIC}#general-fields`,
  },
  'params-optional': {
    severity: 'warning',
    what: 'optional params with required fields',
    reason: 'A sender may leave out the params, and with them the fields that every message must have.',
    remedy: 'Make the params required.',
  },
  'definition-unreferenced': {
    severity: 'warning',
    what: 'a definition that nothing refers to',
    reason: 'It is dead, or the place that should refer to it repeats or forgets it.',
    remedy: 'Refer to it, or remove it.',
  },
  'definition-duplicated': {
    severity: 'note',
    what: 'two definitions with the same properties, or nearly the same',
    reason: 'A change of one is easily forgotten in the other.',
    remedy: 'Let one refer to or extend the other.',
  },
  'definition-empty': {
    severity: 'note',
    what: 'an interface that adds nothing to its base',
    reason: 'In the JSON Schema it is a copy of the base, which looks like a type of its own.',
    remedy: 'Declare it as another name: "type A = B".',
  },
  'type-repeated': {
    severity: 'note',
    what: 'a property whose type is written out in several definitions',
    reason: 'The copies have no name, and a change of one is easily forgotten in the others.',
    remedy: 'Give the type a name, or the definitions a common base.',
  },
  'property-restated': {
    severity: 'note',
    what: 'a property that repeats an inherited one, of the same type',
    reason: 'It adds nothing, and a later change of the base would not reach it.',
    remedy: 'Remove it. Docs alone are a reason to keep it.',
  },
  'name-differs-in-case': {
    severity: 'warning',
    what: 'two names that differ only by case or separators',
    reason: 'Many languages write names in one style, in which the two are equal.',
    remedy: 'Rename one of the two.',
  },
  'name-style': {
    severity: 'warning',
    what: 'a name that is written in another style than all others',
    reason:
      'Properties are camelCase and definitions are PascalCase in this protocol. Authors mistype the one that is not.',
    remedy: 'Rename it.',
  },
  'name-unlike-siblings': {
    severity: 'note',
    what: 'a type whose name ends otherwise than those of all properties of the same name',
    reason: 'Readers find the types of a kind by the ends of their names.',
    remedy: 'Rename the type.',
  },
  'name-reserved': {
    severity: 'note',
    what: 'a name that is a keyword or a global name in TypeScript or Python',
    reason: 'Generated code of these languages must rename it, each generator in its own way.',
    remedy: 'Choose another name before the release.',
  },
  'name-changed-meaning': {
    severity: 'note',
    what: 'a name that means something else in the revision before',
    reason: 'Programs that support both revisions have one name for two things.',
    remedy: 'Choose a new name for the new meaning.',
  },
  'optional-but-required-in-docs': {
    severity: 'warning',
    what: 'an optional property whose docs say that it must be there',
    reason: NOT_CHECKED,
    remedy: 'Make it required, or state in the docs when it may be absent.',
    source: 'https://www.rfc-editor.org/rfc/rfc2119',
  },
  'required-but-optional-in-docs': {
    severity: 'warning',
    what: 'a required property whose docs say that it may be absent',
    reason: 'A sender that follows the docs sends what validators reject.',
    remedy: 'Make it optional, or correct the docs.',
    source: 'https://www.rfc-editor.org/rfc/rfc2119',
  },
  'limit-only-in-docs': {
    severity: 'warning',
    what: 'a limit of a number, a string, or an array that only docs state',
    reason: NOT_CHECKED,
    remedy: 'Add the tag of the keyword: @minimum, @maximum, @maxItems, @minLength, and so on.',
    source: JSON_SCHEMA,
  },
  'default-only-in-docs': {
    severity: 'note',
    what: 'a default that only docs state',
    reason: 'Generated documentation, forms, and code read the keyword "default", and cannot read prose.',
    remedy: 'Add the tag @default.',
    source: `${JSON_SCHEMA}#name-default`,
  },
  'values-only-in-docs': {
    severity: 'warning',
    what: 'a string whose possible values only docs state',
    reason: NOT_CHECKED,
    remedy: 'Declare a union of the values, with "| string" if there may be others.',
    source: `${JSON_SCHEMA}#name-enum`,
  },
  'value-not-in-type': {
    severity: 'warning',
    what: 'docs that name a value which the type does not have',
    reason: 'A sender that follows the docs sends what validators reject.',
    remedy: 'Add the value to the union, or correct the docs.',
  },
  'format-missing': {
    severity: 'warning',
    what: 'a string that is a URI, a date, or base64, without a format',
    reason: NOT_CHECKED,
    remedy: 'Add the tag @format.',
    source: `${JSON_SCHEMA}#name-defined-formats`,
  },
  'format-unknown': {
    severity: 'warning',
    what: 'a format that no validator knows',
    reason: 'Unknown formats are not checked.',
    remedy: 'Use a format that JSON Schema defines, or a @pattern.',
    source: `${JSON_SCHEMA}#name-defined-formats`,
  },
  'integer-in-json-schema': {
    severity: 'error',
    what: 'a number with fractions that is an integer in the JSON Schema',
    reason: 'The JSON Schema has "integer" for each number without a tag, so that validators reject valid values.',
    remedy: 'Add the tag "@TJS-type number".',
  },
  'number-for-integer': {
    severity: 'warning',
    what: 'an integer that may have a fraction in the JSON Schema',
    reason: 'Implementations with integers reject a value that the schema allows.',
    remedy: 'Remove the tag "@TJS-type number".',
  },
  'null-not-in-json-schema': {
    severity: 'error',
    what: 'null in a type that the JSON Schema omits',
    reason: 'The tool that derives the JSON Schema leaves null out, so that validators reject valid values.',
    remedy: 'Add the tag "@nullable", or remove null from the type.',
  },
  'null-or-absent': {
    severity: 'note',
    what: 'an optional property that may also be null',
    reason: 'There are two ways to say that there is no value, and some languages cannot tell them apart.',
    remedy: 'State in the docs what null means in contrast to absence, or allow one of the two.',
  },
  'union-without-tag': {
    severity: 'warning',
    what: 'a union of objects that no property tells apart',
    reason: 'A reader must try each member, and a value may match several. Error messages cannot say which was meant.',
    remedy: 'Add a required property with a literal to each member.',
  },
  'object-open-unlike-siblings': {
    severity: 'note',
    what: 'an object that states additional properties, unlike the others of its union',
    reason: 'Additional properties are allowed everywhere. A single index signature suggests otherwise.',
    remedy: 'Declare the index signature in all of them, or in none.',
  },
  'object-without-values': {
    severity: 'warning',
    what: 'the type "object" for JSON data',
    reason: 'In TypeScript, arrays and functions are objects, too, and the properties of a value cannot be read.',
    remedy: 'Declare "{ [key: string]: unknown }".',
  },
  'list-without-pages': {
    severity: 'warning',
    what: 'a list whose params and result have no cursor, or only one of the two',
    reason: 'A long list can only be sent as a whole, and pages cannot be added without a break.',
    remedy: 'Extend the bases of paginated requests and results.',
    source: `${SPECIFICATION}/2025-11-25/server/utilities/pagination`,
  },
  'list-without-change': {
    severity: 'note',
    what: 'a list without a notification that it has changed',
    reason: 'The other side must ask again and again.',
    remedy: 'Declare the notification, or state in the docs that the list does not change.',
  },
  'capability-not-declared': {
    severity: 'warning',
    what: 'a capability that docs name, and the capabilities do not declare',
    reason: 'The other side cannot declare what the docs require.',
    remedy: 'Declare the capability, or correct the docs.',
    source: `${BASIC}/lifecycle#capability-negotiation`,
  },
  'error-code-reserved': {
    severity: 'error',
    what: 'an error code in a range that JSON-RPC or the protocol reserves',
    reason:
      'Codes from -32768 to -32100 belong to JSON-RPC. Implementations already use codes of the other reserved ranges.',
    remedy: 'Choose a code of the range that is for the protocol.',
    source: `${JSON_RPC}#error_object`,
  },
  'error-code-doubled': {
    severity: 'error',
    what: 'an error code with two names, or two errors',
    reason: 'A receiver cannot tell the two errors apart.',
    remedy: 'Give each error a code of its own.',
    source: `${JSON_RPC}#error_object`,
  },
  'error-code-not-declared': {
    severity: 'warning',
    what: 'an error code that only docs state',
    reason: 'Code cannot refer to it, and a second error can get the same code.',
    remedy: 'Declare a constant for the code.',
  },
  'error-without-type': {
    severity: 'note',
    what: 'a constant of an error code without a type of the error',
    reason: 'The data of the error has no type, unlike that of other errors.',
    remedy: 'Declare the error with its code, and its data.',
  },
  'meta-key-without-prefix': {
    severity: 'note',
    what: 'a key of _meta without a prefix',
    reason: 'Keys without a prefix may be those of anybody, and collide.',
    remedy: 'Begin the key with the prefix of the protocol.',
    source: `${BASIC}#meta`,
  },
  'deprecated-without-remedy': {
    severity: 'warning',
    what: 'a deprecation that does not say what to use instead, or why',
    reason: 'Tools show this text to each author who uses the name.',
    remedy: 'Name the replacement, or the page that describes the migration.',
    source: POLICY,
  },
  'deprecated-without-tag': {
    severity: 'warning',
    what: 'docs that say "deprecated", without a tag',
    reason: 'Editors and generators read the tag @deprecated, and cannot read prose.',
    remedy: 'Add the tag @deprecated.',
    source: POLICY,
  },
  'comment-not-in-docs': {
    severity: 'warning',
    what: 'a comment that describes a declaration, and is not a doc comment',
    reason: 'It is missing in the JSON Schema, in generated code, and in the reference.',
    remedy: 'Begin the comment with "/**".',
  },
  'link-broken': {
    severity: 'warning',
    what: 'a link to a name that is not declared',
    reason: 'The reference shows plain text, and the name was probably renamed or removed.',
    remedy: 'Correct the name.',
  },
  'revision-name': {
    severity: 'error',
    what: 'a file that states another revision than that of its folder',
    reason: 'Implementations send LATEST_PROTOCOL_VERSION, so that they state a revision which they do not implement.',
    remedy: 'Correct LATEST_PROTOCOL_VERSION.',
  },
  'removed-without-deprecation': {
    severity: 'note',
    what: 'a method, a property, a value, or an error code that the revision before has, and does not deprecate',
    reason: 'Its users have no time to replace it. If nobody meant to remove it, it was lost.',
    remedy: 'Deprecate it first, or state the removal in the changelog.',
    source: POLICY,
  },
  'breaking-change': {
    severity: 'note',
    what: 'a change that breaks a side against the revision before',
    reason: 'Each one needs an entry in the changelog, and a conversion in programs that support both revisions.',
    remedy: 'Make sure that it is intended: mcp-gen diff lists each one.',
    source: 'https://modelcontextprotocol.io/docs/2026-07-28/learn/versioning',
  },
  'json-schema-differs': {
    severity: 'error',
    what: 'a definition that schema.json has otherwise than schema.ts',
    reason: 'Implementations that read one of the two accept other messages than those that read the other.',
    remedy: 'Derive schema.json again.',
  },
  'example-invalid': {
    severity: 'error',
    what: 'an example that its definition does not accept',
    reason: 'Authors copy examples.',
    remedy: 'Correct the example, or the definition.',
  },
} as const satisfies { readonly [id: string]: Rule };

/** The id of a rule. */
export type RuleId = keyof typeof rules;

/** The ids of all rules, in the order of the docs. */
export const RULES = Object.keys(rules) as readonly RuleId[];

/** Returns whether a text is the id of a rule. */
export function isRule(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}

/** Returns what a rule reports, and why. */
export function ruleOf(id: RuleId): Rule {
  return rules[id];
}
