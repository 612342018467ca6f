/** Thrown when a target fails, which is a bug of its module. The cause is what it threw. */
export class TargetError extends Error {
  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(`The target ${target} failed: ${reason}`, options);
    this.name = 'TargetError';
  }
}
