/** What can change in the contract of a server, beside the rules of `diff` for schemas. */

/**
 * What a change does: `breaking`, a program that was written for the reviewed contract may fail; `dangerous`, a model reads or may do
 * what nobody has reviewed; `compatible`, neither.
 */
export type DriftClass = 'breaking' | 'dangerous' | 'compatible';

interface Rule {
  readonly class: DriftClass;
  /** Why. */
  readonly reason: string;
}

export const DRIFT_RULES = {
  'server-name-changed': { class: 'dangerous', reason: 'Another server may answer in the place of the reviewed one.' },
  'server-version-changed': { class: 'compatible', reason: 'What the server offers is compared itself.' },
  'instructions-changed': {
    class: 'dangerous',
    reason: 'Instructions of a server become part of what models are told.',
  },
  'tool-added': {
    class: 'dangerous',
    reason: 'Models are offered the tool and read its description, which nobody has reviewed.',
  },
  'tool-removed': { class: 'breaking', reason: 'Programs that call the tool get an error.' },
  'prompt-added': { class: 'compatible', reason: 'A person selects prompts, and nothing uses a new one by itself.' },
  'prompt-removed': { class: 'breaking', reason: 'Programs that get the prompt get an error.' },
  'resource-added': { class: 'compatible', reason: 'Programs that know the other resources read them as before.' },
  'resource-removed': { class: 'breaking', reason: 'Programs that read the resource get an error.' },
  'template-added': { class: 'compatible', reason: 'Programs that know the other templates use them as before.' },
  'template-removed': { class: 'breaking', reason: 'Programs that read resources of the template get an error.' },
  'name-changed': { class: 'compatible', reason: 'A resource is read by its URI, whatever it is called.' },
  'title-changed': { class: 'dangerous', reason: 'People consent to what a title says, and models read it.' },
  'description-changed': {
    class: 'dangerous',
    reason: 'Descriptions steer models: they can ask for other calls and data.',
  },
  'media-type-changed': { class: 'breaking', reason: 'Programs read the content as the reviewed type.' },
  'claim-lost': {
    class: 'dangerous',
    reason: 'Calls may have been allowed because the tool claimed to be harmless, which it no longer does.',
  },
  'claim-gained': {
    class: 'dangerous',
    reason: 'Hosts may ask for less consent because of the claim, which nobody has verified.',
  },
  'claim-restated': { class: 'compatible', reason: 'The claim is the default of the specification, stated or not.' },
  'annotation-changed': {
    class: 'dangerous',
    reason: 'Hosts and models may act on annotations that nobody has reviewed.',
  },
  'output-schema-added': { class: 'compatible', reason: 'Programs that read the result without a schema still do.' },
  'output-schema-removed': {
    class: 'breaking',
    reason: 'Nothing says any longer that results are what programs expect.',
  },
  'schema-not-comparable': { class: 'breaking', reason: 'The schema has changed, and is too large to be compared.' },
  'schema-changed': {
    class: 'breaking',
    reason:
      'The schema has changed in a way that is not understood: programs may fail, and models may do what nobody has reviewed.',
  },
  'schema-restated': { class: 'compatible', reason: 'The schemas differ in the order of what they state only.' },
  restated: { class: 'compatible', reason: 'The same is said in another way, with an empty object for example.' },
  'argument-added': { class: 'compatible', reason: 'The argument may be left out.' },
  'required-argument-added': { class: 'breaking', reason: 'Programs leave out what the prompt requires.' },
  'argument-removed': { class: 'breaking', reason: 'Programs give an argument that the prompt does not have.' },
  'argument-became-required': { class: 'breaking', reason: 'Programs may leave out what the prompt requires.' },
  'argument-became-optional': { class: 'compatible', reason: 'Programs that give the argument still can.' },
  'parameter-offered': {
    class: 'dangerous',
    reason:
      'A model fills in what it is offered: a new parameter can ask for data that the tool was not meant to have.',
  },
  'input-widened': {
    class: 'dangerous',
    reason: 'The input takes what it did not take: models can send what nobody has reviewed.',
  },
  'parameter-withdrawn': {
    class: 'breaking',
    reason: 'What programs send under this name is refused, or ignored without an error.',
  },
  'text-changed': { class: 'dangerous', reason: 'Models read the text of schemas like any description.' },
  'default-changed': { class: 'breaking', reason: 'Calls that leave the value out do something else than before.' },
  'default-restated': { class: 'compatible', reason: 'The default of a result is a note.' },
  'constraint-tightened': { class: 'breaking', reason: 'Values that were accepted may be refused.' },
  'constraint-loosened': {
    class: 'dangerous',
    reason: 'The input takes values that it refused: models can send what nobody has reviewed.',
  },
  'closed-result-extended': {
    class: 'breaking',
    reason: 'The reviewed schema allows no other properties, so results with the new one are refused.',
  },
  'promise-weakened': { class: 'breaking', reason: 'Programs may get values that they do not expect.' },
  'promise-strengthened': { class: 'compatible', reason: 'All values that are returned were possible before.' },
} as const satisfies { readonly [id: string]: Rule };

/** The id of a rule of this package. */
export type DriftRuleId = keyof typeof DRIFT_RULES;
