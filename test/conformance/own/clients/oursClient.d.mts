/** What a client is told. */
interface Told {
  readonly scenario: string;
  readonly revision: string;
  readonly url?: string;
  readonly command?: readonly string[];
}

/** Does what the scenario says, and calls `print` with the texts of the results. */
export function run(told: Told, print: (text: string) => void): Promise<void>;
