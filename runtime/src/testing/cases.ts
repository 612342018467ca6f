/** One rule of a contract. */
export interface ContractRule<Subject, TransportFeature extends string = string> {
  /** What has to hold, in a sentence. */
  readonly name: string;
  /** What the subject must be able to do. */
  readonly needs?: TransportFeature | undefined;
  /** @throws {Error} if the rule is broken, saying how. */
  readonly check: (subject: Subject) => Promise<void>;
}

/** One case of a contract, ready to be handed to a test framework. */
export interface ContractCase {
  /** What has to hold, in a sentence. */
  readonly name: string;
  /** Why the case does not apply: the reason in `lacks`. Such a case must not be run. */
  readonly leftOut: string | undefined;
  /** Runs the case on a subject of its own. @throws {Error} if the contract is broken, saying how. */
  readonly run: () => Promise<void>;
}

/** What a case is run on. */
export interface CaseSubject<Subject> {
  readonly subject: Subject;
  /** Releases the subject. Called once, also after a case that failed. */
  readonly dispose: () => void | Promise<void>;
}

/**
 * Makes the cases of a contract: one for each rule.
 *
 * @param makeSubject called once for each case
 * @param lacks what the subject cannot do, each with the reason: cases that need it are left out
 */
export function contractCases<Subject, TransportFeature extends string>(
  rules: readonly ContractRule<Subject, TransportFeature>[],
  makeSubject: () => Promise<CaseSubject<Subject>>,
  lacks: { readonly [ability in TransportFeature]?: string | undefined },
): readonly ContractCase[] {
  return rules.map(({ name, needs, check }) => {
    const leftOut = needs && lacks[needs];
    return { name, leftOut, run };

    async function run(): Promise<void> {
      if (leftOut !== undefined) throw new Error(`This case is left out: ${leftOut}. Skip it where leftOut says why`);
      const { subject, dispose } = await makeSubject();
      try {
        await check(subject);
      } catch (error) {
        // The first failure says more than what follows from it.
        await Promise.resolve()
          .then(dispose)
          .catch(() => undefined);
        throw error;
      }
      await dispose();
    }
  });
}
