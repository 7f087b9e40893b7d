import { required } from '../../../kit/required.ts';
import { createNodeRegistry, type NodeRegistryOptions } from '../node-registry.ts';

// A node in its own process, for tests that kill it. Prints a line when it leads and when it has lapsed.
const options: NodeRegistryOptions = JSON.parse(required(process.argv[2], 'process.argv[2]'));
const registry = createNodeRegistry({ ...options, onError: (error) => process.stderr.write(`${error}\n`) });
registry.leader('tests', { onElected: () => process.stdout.write('elected\n') });
registry.onLapsed(() => void process.stdout.write('lapsed\n'));
await registry.start();
