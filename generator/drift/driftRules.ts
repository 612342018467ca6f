/** The rules for changes of a contract, in addition to the rules of `diff` for schemas. */

/**
 * The impact of a change. `breaking`: a program written for the reviewed contract may fail. `dangerous`: a model reads or may do something
 * unreviewed. `compatible`: neither.
 */
export type DriftClass = 'breaking' | 'dangerous' | 'compatible';

interface Rule {
  readonly class: DriftClass;
  /** The reason. */
  readonly reason: string;
}

export const DRIFT_RULES = {
  'server-name-changed': { class: 'dangerous', reason: 'Another server may answer instead of the reviewed one.' },
  'server-version-changed': { class: 'compatible', reason: 'The contract itself is compared separately.' },
  'instructions-changed': {
    class: 'dangerous',
    reason: 'Models read the instructions of a server.',
  },
  'tool-added': {
    class: 'dangerous',
    reason: 'Models can call the tool and read its description, which have not been reviewed.',
  },
  'tool-removed': { class: 'breaking', reason: 'Programs that call the tool receive an error.' },
  'prompt-added': { class: 'compatible', reason: 'Users select prompts, so a new one is not used automatically.' },
  'prompt-removed': { class: 'breaking', reason: 'Programs that request the prompt receive an error.' },
  'resource-added': { class: 'compatible', reason: 'Programs that use the other resources are not affected.' },
  'resource-removed': { class: 'breaking', reason: 'Programs that read the resource receive an error.' },
  'template-added': { class: 'compatible', reason: 'Programs that use the other templates are not affected.' },
  'template-removed': { class: 'breaking', reason: 'Programs that read resources of the template receive an error.' },
  'name-changed': { class: 'compatible', reason: 'A resource is read by its URI, not by its name.' },
  'title-changed': { class: 'dangerous', reason: 'Users consent on the basis of titles, and models read them.' },
  'description-changed': {
    class: 'dangerous',
    reason: 'Descriptions influence models: they can request other calls and data.',
  },
  'media-type-changed': { class: 'breaking', reason: 'Programs interpret the content as the reviewed type.' },
  'claim-lost': {
    class: 'dangerous',
    reason: 'Calls may have been allowed because the tool claimed to be harmless, and it no longer does.',
  },
  'claim-gained': {
    class: 'dangerous',
    reason: 'Hosts may require less consent because of the claim, which is not verified.',
  },
  'claim-restated': { class: 'compatible', reason: 'The claim equals the default of the specification.' },
  'annotation-changed': {
    class: 'dangerous',
    reason: 'Hosts and models may rely on annotations that have not been reviewed.',
  },
  'output-schema-added': {
    class: 'compatible',
    reason: 'Programs that read the result without a schema are not affected.',
  },
  'output-schema-removed': {
    class: 'breaking',
    reason: 'Results are no longer guaranteed to match what programs expect.',
  },
  'schema-not-comparable': { class: 'breaking', reason: 'The schema has changed and is too large to be compared.' },
  'schema-changed': {
    class: 'breaking',
    reason: 'The change of the schema cannot be analyzed: programs may fail, and models may do something unreviewed.',
  },
  'schema-restated': { class: 'compatible', reason: 'The schemas only differ in order.' },
  restated: {
    class: 'compatible',
    reason: 'The schemas are equivalent, but written differently, for example with an empty object.',
  },
  'argument-added': { class: 'compatible', reason: 'The argument is optional.' },
  'required-argument-added': { class: 'breaking', reason: 'Programs omit an argument that the prompt requires.' },
  'argument-removed': { class: 'breaking', reason: 'Programs pass an argument that the prompt no longer has.' },
  'argument-became-required': { class: 'breaking', reason: 'Programs may omit an argument that the prompt requires.' },
  'argument-became-optional': { class: 'compatible', reason: 'Programs that pass the argument are not affected.' },
  'parameter-offered': {
    class: 'dangerous',
    reason: 'Models fill in all parameters: a new one can request data that the tool was not meant to receive.',
  },
  'input-widened': {
    class: 'dangerous',
    reason: 'The input accepts additional values: models can send something unreviewed.',
  },
  'parameter-withdrawn': {
    class: 'breaking',
    reason: 'Values that programs send under this name are rejected, or silently ignored.',
  },
  'text-changed': { class: 'dangerous', reason: 'Models read the text in schemas like any description.' },
  'default-changed': { class: 'breaking', reason: 'Calls that omit the value behave differently than before.' },
  'default-restated': { class: 'compatible', reason: 'Defaults in a result schema are informative.' },
  'constraint-tightened': { class: 'breaking', reason: 'Values that were accepted may be rejected.' },
  'constraint-loosened': {
    class: 'dangerous',
    reason: 'The input accepts values that it rejected before: models can send something unreviewed.',
  },
  'closed-result-extended': {
    class: 'breaking',
    reason: 'The reviewed schema does not allow additional properties, so results with the new one are rejected.',
  },
  'promise-weakened': { class: 'breaking', reason: 'Programs may receive unexpected values.' },
  'promise-strengthened': { class: 'compatible', reason: 'All returned values were possible before.' },
} as const satisfies { readonly [id: string]: Rule };

/** The id of a rule of this package. */
export type DriftRuleId = keyof typeof DRIFT_RULES;
