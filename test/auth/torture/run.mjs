// Prints what our client and version 2 of the official one do when tokens end in every way: node test/auth/torture/run.mjs
import { CASES, outcomeOf, torture } from './torture.mjs';

for (const name of Object.keys(CASES)) {
  console.log(name);
  for (const whose of ['ours', 'theirs']) {
    const result = await torture(whose, name).catch((error) => ({ error }));
    if (result.error !== undefined) console.log(`  ${whose.padEnd(6)} ${result.error.message}`);
    else {
      const { tokenRequests, logins, calls } = result;
      console.log(`  ${whose.padEnd(6)} ${tokenRequests} token requests, ${logins} logins: ${outcomeOf(calls)}`);
    }
  }
}
