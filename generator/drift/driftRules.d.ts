/** The rules for changes of a contract, in addition to the rules of `diff` for schemas. */
/**
 * The impact of a change. `breaking`: a program written for the reviewed contract may fail. `dangerous`: a model reads or may do something
 * unreviewed. `compatible`: neither.
 */
export type DriftClass = 'breaking' | 'dangerous' | 'compatible';
export declare const DRIFT_RULES: {
    readonly 'server-name-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Another server may answer instead of the reviewed one.';
    };
    readonly 'server-version-changed': {
        readonly class: 'compatible';
        readonly reason: 'The contract itself is compared separately.';
    };
    readonly 'instructions-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Models read the instructions of a server.';
    };
    readonly 'tool-added': {
        readonly class: 'dangerous';
        readonly reason: 'Models can call the tool and read its description, which have not been reviewed.';
    };
    readonly 'tool-removed': {
        readonly class: 'breaking';
        readonly reason: 'Programs that call the tool receive an error.';
    };
    readonly 'prompt-added': {
        readonly class: 'compatible';
        readonly reason: 'Users select prompts, so a new one is not used automatically.';
    };
    readonly 'prompt-removed': {
        readonly class: 'breaking';
        readonly reason: 'Programs that request the prompt receive an error.';
    };
    readonly 'resource-added': {
        readonly class: 'compatible';
        readonly reason: 'Programs that use the other resources are not affected.';
    };
    readonly 'resource-removed': {
        readonly class: 'breaking';
        readonly reason: 'Programs that read the resource receive an error.';
    };
    readonly 'template-added': {
        readonly class: 'compatible';
        readonly reason: 'Programs that use the other templates are not affected.';
    };
    readonly 'template-removed': {
        readonly class: 'breaking';
        readonly reason: 'Programs that read resources of the template receive an error.';
    };
    readonly 'name-changed': {
        readonly class: 'compatible';
        readonly reason: 'A resource is read by its URI, not by its name.';
    };
    readonly 'title-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Users consent on the basis of titles, and models read them.';
    };
    readonly 'description-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Descriptions influence models: they can request other calls and data.';
    };
    readonly 'media-type-changed': {
        readonly class: 'breaking';
        readonly reason: 'Programs interpret the content as the reviewed type.';
    };
    readonly 'claim-lost': {
        readonly class: 'dangerous';
        readonly reason: 'Calls may have been allowed because the tool claimed to be harmless, and it no longer does.';
    };
    readonly 'claim-gained': {
        readonly class: 'dangerous';
        readonly reason: 'Hosts may require less consent because of the claim, which is not verified.';
    };
    readonly 'claim-restated': {
        readonly class: 'compatible';
        readonly reason: 'The claim equals the default of the specification.';
    };
    readonly 'annotation-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Hosts and models may rely on annotations that have not been reviewed.';
    };
    readonly 'output-schema-added': {
        readonly class: 'compatible';
        readonly reason: 'Programs that read the result without a schema are not affected.';
    };
    readonly 'output-schema-removed': {
        readonly class: 'breaking';
        readonly reason: 'Results are no longer guaranteed to match what programs expect.';
    };
    readonly 'schema-not-comparable': {
        readonly class: 'breaking';
        readonly reason: 'The schema has changed and is too large to be compared.';
    };
    readonly 'schema-changed': {
        readonly class: 'breaking';
        readonly reason: 'The change of the schema cannot be analyzed: programs may fail, and models may do something unreviewed.';
    };
    readonly 'schema-restated': {
        readonly class: 'compatible';
        readonly reason: 'The schemas only differ in order.';
    };
    readonly restated: {
        readonly class: 'compatible';
        readonly reason: 'The schemas are equivalent, but written differently, for example with an empty object.';
    };
    readonly 'argument-added': {
        readonly class: 'compatible';
        readonly reason: 'The argument is optional.';
    };
    readonly 'required-argument-added': {
        readonly class: 'breaking';
        readonly reason: 'Programs omit an argument that the prompt requires.';
    };
    readonly 'argument-removed': {
        readonly class: 'breaking';
        readonly reason: 'Programs pass an argument that the prompt no longer has.';
    };
    readonly 'argument-became-required': {
        readonly class: 'breaking';
        readonly reason: 'Programs may omit an argument that the prompt requires.';
    };
    readonly 'argument-became-optional': {
        readonly class: 'compatible';
        readonly reason: 'Programs that pass the argument are not affected.';
    };
    readonly 'parameter-offered': {
        readonly class: 'dangerous';
        readonly reason: 'Models fill in all parameters: a new one can request data that the tool was not meant to receive.';
    };
    readonly 'input-widened': {
        readonly class: 'dangerous';
        readonly reason: 'The input accepts additional values: models can send something unreviewed.';
    };
    readonly 'parameter-withdrawn': {
        readonly class: 'breaking';
        readonly reason: 'Values that programs send under this name are rejected, or silently ignored.';
    };
    readonly 'text-changed': {
        readonly class: 'dangerous';
        readonly reason: 'Models read the text in schemas like any description.';
    };
    readonly 'default-changed': {
        readonly class: 'breaking';
        readonly reason: 'Calls that omit the value behave differently than before.';
    };
    readonly 'default-restated': {
        readonly class: 'compatible';
        readonly reason: 'Defaults in a result schema are informative.';
    };
    readonly 'constraint-tightened': {
        readonly class: 'breaking';
        readonly reason: 'Values that were accepted may be rejected.';
    };
    readonly 'constraint-loosened': {
        readonly class: 'dangerous';
        readonly reason: 'The input accepts values that it rejected before: models can send something unreviewed.';
    };
    readonly 'closed-result-extended': {
        readonly class: 'breaking';
        readonly reason: 'The reviewed schema does not allow additional properties, so results with the new one are rejected.';
    };
    readonly 'promise-weakened': {
        readonly class: 'breaking';
        readonly reason: 'Programs may receive unexpected values.';
    };
    readonly 'promise-strengthened': {
        readonly class: 'compatible';
        readonly reason: 'All returned values were possible before.';
    };
};
/** The id of a rule of this package. */
export type DriftRuleId = keyof typeof DRIFT_RULES;
