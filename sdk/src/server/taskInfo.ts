/** The task of a handler. */
export interface TaskInfo {
  /** The id of the task. */
  readonly id: string;
  /** The last checkpoint that the handler saved, possibly in an earlier process. `undefined` if there is none. */
  readonly checkpoint: unknown;
  /**
   * Saves a checkpoint from which the handler continues if it is called again: a JSON value of at most 64 KiB. Resolves when the store has
   * saved it. Without the option `resume` of the tool, nothing is saved.
   *
   * @throws {TypeError} if it is not JSON-serializable.
   * @throws {RangeError} if it is too large, or exceeds the limit of the caller.
   */
  save(checkpoint: unknown): Promise<void>;
}
