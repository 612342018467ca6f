/** For each line on stdin, prints the megabytes of the heap after a collection. */
export function tellHeap() {
  process.stdin.on('data', () => {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    console.log(((heapUsed + external) / 1_048_576).toFixed(1));
  });
  // The end of stdin does not keep the process.
  process.stdin.unref();
}
