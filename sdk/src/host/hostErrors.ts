import { brandError } from '@mcp-gen/runtime';

/** The configuration of a host is invalid. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The error code of this class. */
  readonly code = 'INVALID_CONFIG';

  static {
    brandError(this, 'ConfigError');
  }

  /** The problems, each with its location in the configuration. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** Consent for an action was denied. */
export class ConsentDeniedError extends Error {
  override readonly name = 'ConsentDeniedError';
  /** The error code of this class. */
  readonly code = 'CONSENT_DENIED';

  static {
    brandError(this, 'ConsentDeniedError');
  }
}

/** No server offers a tool, prompt, or resource with the requested name. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOfferedError';
  /** The error code of this class. */
  readonly code = 'NOT_OFFERED';

  static {
    brandError(this, 'NotOfferedError');
  }
}

/** A request was made to a server that is not running. */
export class ServerNotRunningError extends Error {
  override readonly name = 'ServerNotRunningError';
  /** The error code of this class. */
  readonly code = 'SERVER_NOT_RUNNING';

  static {
    brandError(this, 'ServerNotRunningError');
  }
}
