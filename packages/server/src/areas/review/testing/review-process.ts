import { required } from '../../../kit/required.ts';
import { startReviewNode } from './review-node.ts';

// A node in a process of its own, for tests that kill it. Its arguments: the database, the folder of files.
const [connectionString, folder] = process.argv.slice(2);
await startReviewNode({
  connection: { connectionString: required(connectionString, 'connectionString') },
  folder: required(folder, 'folder'),
  workerEntry: new URL('./scripted-worker.ts', import.meta.url),
});
process.send?.('ready');
