import { required } from '../../../kit/required.ts';
import { localModel } from './local-model.ts';
import { startReviewNode } from './review-node.ts';

// A node in a separate process, for tests that kill it. Arguments: the database, the folder of files, and the
// URL of a model for real agents; without a URL, agents follow scripts.
const [connectionString, folder, modelUrl] = process.argv.slice(2);
await startReviewNode({
  connection: { connectionString: required(connectionString, 'connectionString') },
  folder: required(folder, 'folder'),
  workerEntry: modelUrl === undefined ? new URL('./scripted-worker.ts', import.meta.url) : undefined,
  ...(modelUrl !== undefined && { model: localModel(modelUrl), agentTimeoutMs: 60_000 }),
});
process.send?.('ready');
