/** Why requirements are open: what has to be built before a test can cover them. */

export const APPLICATION =
  'It lies with the application: its user, its data, its policy. The sdk hands it what it needs to see to that.';
export const AUTHORIZATION = 'Authorization is built later, as a package of its own.';
export const SESSIONLESS =
  'Every request after the first belongs to a session, which knows its version. It matters when requests without a session are served.';
export const TASKS = 'Tasks have types and guards, and what runs and follows them is built later.';
