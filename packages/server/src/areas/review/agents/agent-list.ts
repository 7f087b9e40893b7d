import type { Agent } from '../contract.ts';
import { synthesizerAgent } from './meta/synthesizer-agent.ts';
import { verifierAgent } from './meta/verifier-agent.ts';
import { secretsAgent } from './secrets/secrets-agent.ts';
import { accessControlAgent } from './security/access-control-agent.ts';
import { cryptoTransportAgent } from './security/crypto-transport-agent.ts';
import { injectionAgent } from './security/injection-agent.ts';
import { supplyChainAgent } from './supply-chain/supply-chain-agent.ts';

/** The agents in the order in which results name them. */
export const agents: readonly Agent[] = [
  injectionAgent,
  secretsAgent,
  accessControlAgent,
  cryptoTransportAgent,
  supplyChainAgent,
  verifierAgent,
  synthesizerAgent,
];
