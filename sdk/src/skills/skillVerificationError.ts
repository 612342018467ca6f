import { brandError } from '@mcp-gen/runtime';
import { plainLine } from '../guard/plain.js';

/** A skill or one of its files does not match its entry. It must not be used. */
export class SkillVerificationError extends Error {
  override readonly name = 'SkillVerificationError';
  /** The error code of this class. */
  readonly code = 'SKILL_VERIFICATION';

  static {
    brandError(this, 'SkillVerificationError');
  }

  /** The URI of the skill. */
  readonly uri: string;

  /** @internal */
  constructor(uri: string, why: string, options?: ErrorOptions) {
    super(plainLine(`The skill ${uri} cannot be used: ${why}`, 1_000), options);
    this.uri = uri;
  }
}
