// Runs test files one after another in a copy of the project, and tells the parent process of each step.
import { relative } from 'node:path';
import { startVitest } from 'vitest/node';

const { root, files, globalSetup, preload, names, cache } = JSON.parse(process.argv[2]);

// The parent process is gone: kills the tests and their child processes.
process.on('disconnect', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'));

const pathOf = (testModule) => relative(root, testModule.moduleId).replaceAll('\\', '/');

let vitest;
const reporter = {
  onInit: (started) => (vitest = started),
  onTestModuleQueued: (testModule) => tell({ event: 'queued', file: pathOf(testModule) }),
  onTestModuleStart: (testModule) => tell({ event: 'started', file: pathOf(testModule) }),
  onTestCaseReady: ({ module }) => tell({ event: 'step', file: pathOf(module) }),
  onTestCaseResult: (test) => {
    const { state, errors } = test.result();
    const file = pathOf(test.module);
    const [error] = errors ?? [];
    const isAssertion = error?.name === 'AssertionError';
    if (state === 'failed')
      tell({ event: 'failed', file, test: test.fullName, why: error?.message ?? '', isAssertion });
    else
      tell({ event: 'step', file, test: test.fullName, covers: state === 'passed' ? test.meta().covers : undefined });
  },
  onTestSuiteResult: (suite) => {
    const [error] = suite.errors();
    if (error !== undefined)
      tell({ event: 'failed', file: pathOf(suite.module), test: suite.fullName, why: error.message });
  },
  onTestModuleEnd: (testModule) => {
    const file = pathOf(testModule);
    const [loading] = testModule.errors();
    const [outside] = vitest.state.getUnhandledErrors();
    if (loading !== undefined) tell({ event: 'failed', file, test: '(loading)', why: loading.message });
    else if (outside !== undefined) tell({ event: 'failed', file, test: '(outside of tests)', why: outside.message });
    else tell({ event: 'ended', file });
  },
  onTestRunEnd: (_, [error]) => {
    if (error !== undefined) tell({ event: 'failed', test: '(outside of tests)', why: error.message });
  },
};

/** Keeps the order of the files that were asked for. */
class Sequencer {
  sort(specifications) {
    const order = new Map(files.map((file, at) => [file, at]));
    const at = (specification) => order.get(pathOf(specification)) ?? files.length;
    return [...specifications].sort((a, b) => at(a) - at(b));
  }

  shard(specifications) {
    return specifications;
  }
}

await startVitest(
  'test',
  files.map((file) => `${root}/${file}`),
  {
    root,
    run: true,
    bail: 1,
    ...(names !== undefined && { testNamePattern: patternOf(names) }),
    // One at a time, in order: a failure ends the run, so the cheapest files go first.
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { sequencer: Sequencer },
    reporters: [reporter],
    // The copy has been built already, and only what the mutant changes is rebuilt.
    globalSetup,
    // Set-up files would replace those of the project, which tests rely on, and which fail where a mutant leaves something behind.
    execArgv: preload.map((url) => `--import=${url}`),
    // Nearly all modules are the same from mutant to mutant.
    experimental: { fsModuleCache: true, fsModuleCachePath: cache },
  },
);
tell({ event: 'done', exitCode: process.exitCode ?? 0 }, () => process.exit());

/** Returns a pattern for tests by their full names, which Vitest compares without the signs between the parts. */
function patternOf(names) {
  const patterns = names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' > ', '(?: >)? '));
  return `^\\s*(?:${patterns.join('|')})$`;
}

function tell(message, sent) {
  process.send(message, sent);
}
