export { agents } from './agent-list.ts';
export { runAgent } from './run-agent.ts';
export { readDependencies } from './supply-chain/read-dependencies.ts';
