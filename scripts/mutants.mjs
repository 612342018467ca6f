// Tests the tests: changes one place of the sources at a time, and prints the changes that no test notices.
//
// Why not Stryker: it switches mutants on inside the process that runs the tests. Many tests here spawn programs that run the
// built packages, in an environment that they choose: such a switch does not reach them, and the build has to have the mutant.
import { main } from './mutants/cli.mjs';
import { project } from './mutants/project.mjs';

await main(project);
