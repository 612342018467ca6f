import { describe, expect, it } from 'vitest';
import { backoff, Retries } from '@mcp-gen/runtime';

/** Returns an attempt that fails some times, and the errors it has thrown. */
function failing(times: number): { readonly attempt: () => Promise<string>; readonly errors: Error[] } {
  const errors: Error[] = [];
  const attempt = (): Promise<string> => {
    if (errors.length === times) return Promise.resolve('done');
    const error = new Error(`failure ${errors.length + 1}`);
    errors.push(error);
    return Promise.reject(error);
  };
  return { attempt, errors };
}

describe('retries', () => {
  it('repeats an attempt until it succeeds, with the pauses of its delays', async () => {
    const { attempt, errors } = failing(2);
    const delays: unknown[][] = [];
    const seen: unknown[] = [];
    const again: unknown[] = [];
    const retries = new Retries(2, (...asked) => (delays.push(asked), 1));
    expect(
      await retries.run(attempt, { onError: (error) => seen.push(error), onRetry: (error) => again.push(error) }),
    ).toBe('done');
    expect(delays).toEqual([
      [0, errors[0]],
      [1, errors[1]],
    ]);
    expect(seen).toEqual(errors);
    expect(again).toEqual(errors);
    expect(retries.made).toBe(2);
  });

  it('rejects with the latest error when no retry is left', async () => {
    const { attempt, errors } = failing(5);
    await expect(new Retries(2, () => 1).run(attempt)).rejects.toThrow('failure 3');
    expect(errors).toHaveLength(3);
  });

  it('makes no attempt after an error without retries', async () => {
    const { attempt, errors } = failing(1);
    const lost = new Error('lost');
    await expect(new Retries(0, () => 1).run(attempt, { after: lost })).rejects.toBe(lost);
    expect(errors).toEqual([]);
  });

  it('counts over several runs until it is reset', async () => {
    const retries = new Retries(2, () => 1);
    const lost = new Error('lost');
    const succeed = (): Promise<string> => Promise.resolve('done');
    await retries.run(succeed, { after: lost });
    await retries.run(succeed, { after: lost });
    await expect(retries.run(succeed, { after: lost })).rejects.toBe(lost);
    retries.reset();
    expect(await retries.run(succeed, { after: lost })).toBe('done');
    expect(retries.made).toBe(1);
  });

  it('does not repeat after an error that cannot pass', async () => {
    const { attempt, errors } = failing(5);
    const mayPass = (error: unknown): boolean => error !== errors[1];
    await expect(new Retries(9, () => 1).run(attempt, { mayPass })).rejects.toThrow('failure 2');
  });

  it('ends with the reason of the signal: in a pause, and during an attempt', async () => {
    const reason = new Error('over');
    const paused = new AbortController();
    const waiting = new Retries(9, () => 60_000).run(failing(1).attempt, {
      signal: paused.signal,
      onError: () => setImmediate(() => paused.abort(reason)),
    });
    await expect(waiting).rejects.toBe(reason);

    const during = new AbortController();
    const aborting = (): Promise<never> => {
      during.abort(reason);
      return Promise.reject(new Error('aborted'));
    };
    const onError = (): never => expect.unreachable();
    await expect(new Retries(9, () => 1).run(aborting, { signal: during.signal, onError })).rejects.toBe(reason);
  });

  it('doubles delays up to the longest', () => {
    expect([0, 1, 4, 5, 2_000].map((failures) => backoff(1_000, failures))).toEqual([
      1_000, 2_000, 16_000, 30_000, 30_000,
    ]);
    expect(backoff(50, 10, 5_000)).toBe(5_000);
  });
});
