/** One rule of a contract. */
export interface ContractRule<Subject, TransportFeature extends string = string> {
  /** The requirement, in a sentence. */
  readonly name: string;
  /** The feature that the subject must have. */
  readonly needs?: TransportFeature | undefined;
  /** @throws {Error} if the rule is violated. */
  readonly check: (subject: Subject) => Promise<void>;
}

/** One case of a contract, for any test framework. */
export interface ContractCase {
  /** The requirement, in a sentence. */
  readonly name: string;
  /** Why the case does not apply: the reason in `lacks`. Such a case must be skipped. */
  readonly leftOut: string | undefined;
  /** Runs the case on a new subject. @throws {Error} if the contract is violated. */
  readonly run: () => Promise<void>;
}

/** The subject of a case. */
export interface CaseSubject<Subject> {
  readonly subject: Subject;
  /** Releases the subject. Called once, also after a failed case. */
  readonly dispose: () => void | Promise<void>;
}

/**
 * Creates the cases of a contract: one for each rule.
 *
 * @param makeSubject called once for each case
 * @param lacks features that the subject lacks, with reasons: cases that need them are skipped
 */
export function contractCases<Subject, TransportFeature extends string>(
  rules: readonly ContractRule<Subject, TransportFeature>[],
  makeSubject: () => Promise<CaseSubject<Subject>>,
  lacks: { readonly [ability in TransportFeature]?: string | undefined },
): readonly ContractCase[] {
  return rules.map(({ name, needs, check }) => {
    const leftOut = needs === undefined ? undefined : lacks[needs];
    return { name, leftOut, run };

    async function run(): Promise<void> {
      if (leftOut !== undefined) throw new Error(`This case does not apply: ${leftOut}. Skip cases with leftOut`);
      const { subject, dispose } = await makeSubject();
      try {
        await check(subject);
      } catch (error) {
        // The first failure is more useful than later ones.
        await Promise.resolve()
          .then(dispose)
          .catch(() => undefined);
        throw error;
      }
      await dispose();
    }
  });
}
