/** The task that a handler runs as. */
export interface TaskInfo {
  /** The id of the task. */
  readonly id: string;
  /** What the handler has saved last, in an earlier process if need be. `undefined` if it has saved nothing. */
  readonly checkpoint: unknown;
  /**
   * Saves what the handler goes on from if it is called again: a JSON value of 64 KiB at most. Resolves when the store has taken it. Without
   * the option `resume` of the tool, nothing is saved.
   *
   * @throws {TypeError} if it is not JSON-serializable.
   * @throws {RangeError} if it is too large, or the caller may not keep as much.
   */
  save(checkpoint: unknown): Promise<void>;
}
