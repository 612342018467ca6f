// Generates one revision, or all of them, in a process of its own, and prints what it took.
// Usage: node generateOnce.mjs <revision>...
import { fileURLToPath } from 'node:url';
import { compileRevisions } from '../dist/compileProtocols.js';

const schemas = fileURLToPath(new URL('../schema', import.meta.url));
await compileRevisions(process.argv.slice(2), schemas);
console.log(JSON.stringify({ milliseconds: performance.now(), megabytes: process.resourceUsage().maxRSS / 1024 }));
