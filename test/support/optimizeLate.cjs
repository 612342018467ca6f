// Loaded first by every program of a test run: functions are optimized later than Node 20 does by default. Most of these programs, and many
// functions of the tests, end before optimized code pays for its compilation, which takes about a fifth of the processor time. Newer
// versions compile in two steps, the first of which is cheap, and do not have this option.
if (process.versions.node.startsWith('20.')) {
  process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');
}
