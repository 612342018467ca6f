/** A configuration that no host can work with. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** What is wrong, each with its place. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** What was to be done has not been allowed. */
export class ConsentDeniedError extends Error {
  override readonly name = 'ConsentDeniedError';
}

/** No server offers what is asked for by its name. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOfferedError';
}

/** A server cannot be asked, since it is not running. */
export class ServerNotRunningError extends Error {
  override readonly name = 'ServerNotRunningError';
}
