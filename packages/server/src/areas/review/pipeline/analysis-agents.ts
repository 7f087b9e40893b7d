/** Agents whose results the application's vulnerability counts and first scores are based on. */
export const ANALYSIS_AGENTS = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.deployment',
];
