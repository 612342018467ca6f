/** Reports of what limits refuse: they name the option, which the other side is not told. */

import { expect, test, vi } from 'vitest';
import { busyWith, LimitError, LimitReports, OverBudgetError } from '../../../runtime/src/ledger/index.js';
import { JsonRpcError } from '../../../runtime/src/index.js';
import { stopDates } from '../../support/clock.js';

test('the first refusal of each limit is reported at once, and further ones once a minute', () => {
  stopDates();
  const reports = new LimitReports();
  const errors: string[] = [];
  const report = (option: string): void =>
    reports.report((error) => errors.push(String(error)), new LimitError(`Too many ${option}s`, option));
  for (const option of ['one', 'one', 'two', 'one']) report(option);
  vi.advanceTimersByTime(59_999);
  report('one');
  expect(errors).toEqual([
    'Error: Refused a request: Too many ones. The option one raises the limit',
    'Error: Refused a request: Too many twos. The option two raises the limit',
  ]);
  vi.advanceTimersByTime(1);
  report('one');
  expect(errors.slice(2)).toEqual(['Error: Refused 4 requests: Too many ones. The option one raises the limit']);
});

test('the error for a foreign program does not name the option of a shared limit', () => {
  const limit = { what: 'doors', most: 1, loses: 'one', refused: 'an error' };
  const message = 'The house is busy: too many doors: no caller has more than this one. Try again later';
  expect(busyWith('The house', limit)).toEqual(new JsonRpcError(-32603, message));
  expect(busyWith('The house', { ...limit, option: 'doorLimit' })).toMatchObject({ message, option: 'doorLimit' });
  expect(busyWith('The house', { ...limit, option: 'doorLimit', of: 'House' })).toMatchObject({
    option: 'doorLimit of House',
  });
  expect(new OverBudgetError('output').option).toBe('ledger: new Ledger({ output })');
});
