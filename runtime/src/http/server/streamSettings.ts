import type { OptionValues } from '../../options/kinds.js';
import { safeListener, type ErrorListener } from '../../report.js';
import type { HttpEndpointOptions } from './endpointOptions.js';

/** Settings of responses, and of their streams, with sessions and without. */
export interface StreamSettings {
  readonly report: ErrorListener;
  readonly streamAfter: number;
  readonly streamAlways: boolean;
  readonly keepAlive: number;
  readonly retry: number;
  readonly unsentLimit: number;
}

/** Returns the settings from the options of an endpoint. */
export function streamSettings({ onError, streams, limits }: OptionValues<HttpEndpointOptions>): StreamSettings {
  const { streamAfter, responses, keepAlive, retryDelay } = streams;
  const { unsentLimit } = limits;
  const report = safeListener(onError);
  return { report, streamAfter, streamAlways: responses === 'stream', keepAlive, retry: retryDelay, unsentLimit };
}
