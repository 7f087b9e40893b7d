import type { Agent } from '../contract.ts';
import { secretsAgent } from './secrets/secrets-agent.ts';

/** The agents in the order in which results name them. */
export const agents: readonly Agent[] = [secretsAgent];
