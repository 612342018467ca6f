import { reportToStderr, safeListener, type ErrorListener } from '@mcp-gen/runtime';
import type { HostOptions } from './options.js';

/** Returns a listener for errors that no caller receives, which passes on the server they belong to. */
export function reporter({ onError = reportToStderr }: HostOptions, server?: string): ErrorListener {
  return safeListener((error) => onError(error, server));
}

/** Returns a listener whose exceptions are reported. */
export function guarded<Value>(
  listener: ((value: Value) => void) | undefined,
  report: ErrorListener,
): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      report(error);
    }
  };
}
