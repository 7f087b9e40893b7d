export { agents } from './agent-list.ts';
export { scoreReadiness } from './readiness/score-readiness.ts';
export { runAgent } from './run-agent.ts';
export { readDependencies } from './supply-chain/read-dependencies.ts';
