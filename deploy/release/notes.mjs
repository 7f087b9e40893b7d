// `node notes.mjs 1.2.3`: what the changelog says of a version, for the page of the release.
import { findNotes } from './versions.mjs';

const notes = findNotes(process.argv[2]);
if (notes === undefined) process.exitCode = 1;
else process.stdout.write(`${notes}\n`);
