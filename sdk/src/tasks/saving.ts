import type { TaskInfo } from '../server/taskInfo.js';
import type { RunningTask } from './runningTask.js';

/** Bytes of the JSON of a checkpoint. */
const LARGEST = 64 * 1024;

/**
 * What a handler is told of its task.
 *
 * @param written resolves when the store has what was written of a task
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
      if (bytes > LARGEST) {
        throw new RangeError(`The checkpoint has ${bytes} bytes as JSON: ${LARGEST} are the most`);
      }
      // What has been saved is proof of progress: a task that stops its process again and again makes none.
      task.keep({ checkpoint: JSON.parse(json) as unknown, runs: 1 });
      await written(id);
    },
  };
}
