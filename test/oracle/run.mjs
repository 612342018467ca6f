// Compares the guards with Ajv, and all targets with each other, on a million values, or on as many as ORACLE_CHECKS says.
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
process.env.ORACLE_CHECKS ??= '1000000';
const vitest = await startVitest('test', ['test/oracle/', 'test/python/agree'], { watch: false });
await vitest.close();
