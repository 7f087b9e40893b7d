import { enableCompileCache } from 'node:module';

// Halves the time to the first line of a second start.
enableCompileCache();

const { runCli } = await import('./cli/cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
