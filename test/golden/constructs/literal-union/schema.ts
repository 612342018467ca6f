/** How loud. */
export type Level = 'low' | 'middle' | 'high';

export interface Alarm {
  level: Level;
  direction?: 'in' | 'out';
  exit: 0 | 1;
  sure: 'yes';
}
