import { apiContractAgent } from '../architecture/api-contract-agent.ts';
import { couplingAgent } from '../architecture/coupling-agent.ts';
import { structureAgent } from '../architecture/structure-agent.ts';
import { deploymentAgent } from '../configuration/deployment-agent.ts';
import { supplyChainAgent } from '../dependencies/supply-chain-agent.ts';
import { apiDocsAgent } from '../documentation/api-docs-agent.ts';
import { projectDocsAgent } from '../documentation/project-docs-agent.ts';
import { dataAccessAgent } from '../performance/data-access-agent.ts';
import { resourcesAgent } from '../performance/resources-agent.ts';
import { runtimeAgent } from '../performance/runtime-agent.ts';
import { complexityAgent } from '../quality/complexity-agent.ts';
import { duplicationAgent } from '../quality/duplication-agent.ts';
import { maintainabilityAgent } from '../quality/maintainability-agent.ts';
import { reliabilityAgent } from '../quality/reliability-agent.ts';
import { secretsAgent } from '../secrets/secrets-agent.ts';
import { accessControlAgent } from '../security/access-control-agent.ts';
import { cryptoTransportAgent } from '../security/crypto-transport-agent.ts';
import { injectionAgent } from '../security/injection-agent.ts';
import { coverageGapsAgent } from '../testing/coverage-gaps-agent.ts';
import { testQualityAgent } from '../testing/test-quality-agent.ts';
import { testabilityAgent } from '../testing/testability-agent.ts';
import type { Agent } from '../types/agent.ts';
import { synthesizerAgent } from './meta/synthesizer-agent.ts';
import { verifierAgent } from './meta/verifier-agent.ts';

/** The agents in the order of the results. */
export const agents: readonly Agent[] = [
  injectionAgent,
  secretsAgent,
  accessControlAgent,
  cryptoTransportAgent,
  supplyChainAgent,
  structureAgent,
  couplingAgent,
  apiContractAgent,
  deploymentAgent,
  complexityAgent,
  duplicationAgent,
  maintainabilityAgent,
  reliabilityAgent,
  coverageGapsAgent,
  testQualityAgent,
  testabilityAgent,
  dataAccessAgent,
  runtimeAgent,
  resourcesAgent,
  projectDocsAgent,
  apiDocsAgent,
  verifierAgent,
  synthesizerAgent,
];
