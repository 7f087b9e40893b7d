export { agents } from './agent-list.ts';
export { createInspector, type InspectFile } from './inspect-files.ts';
export { prepareReadiness, scoreReadiness } from './readiness/score-readiness.ts';
export { runAgent } from './run-agent.ts';
export { readDependencies } from './supply-chain/read-dependencies.ts';
