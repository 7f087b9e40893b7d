// `node check-version.mjs 1.2.3`: fails unless every part has this version and the changelog speaks of it.
import { findNotes, findVersions } from './versions.mjs';

const wanted = process.argv[2];
const problems = Object.entries(findVersions())
  .filter(([, version]) => version !== wanted)
  .map(([place, version]) => `${place} has ${version}`);
if (!findNotes(wanted)) problems.push('CHANGELOG.md has no section of it');
for (const problem of problems) process.stderr.write(`${wanted}: ${problem}.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
