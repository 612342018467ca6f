import type { TaskInfo } from '../server/taskInfo.js';
import type { RunningTask } from './runningTask.js';

/** Maximum bytes of a checkpoint as JSON. */
const MAX_BYTES = 64 * 1024;

/**
 * Returns the task info for a handler.
 *
 * @param written resolves when the store has the writes of a task
 */
export function taskInfo(task: RunningTask, written: (id: string) => Promise<void>): TaskInfo {
  const { id } = task.record;
  return {
    id,
    get checkpoint() {
      return task.resumption?.checkpoint;
    },
    save: async (checkpoint) => {
      const json = JSON.stringify(checkpoint) as string | undefined;
      if (json === undefined) throw new TypeError('A checkpoint must be JSON-serializable');
      const bytes = new TextEncoder().encode(json).length;
      if (bytes > MAX_BYTES) {
        throw new RangeError(`The checkpoint has ${bytes} bytes as JSON: at most ${MAX_BYTES} are allowed`);
      }
      // A checkpoint proves progress, so the count of runs restarts. A task that repeatedly kills its process saves none.
      task.keep({ checkpoint: JSON.parse(json) as unknown, runs: 1 });
      await written(id);
    },
  };
}
