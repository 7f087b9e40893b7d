/** The agents behind an application's own vulnerability counts and first scores. */
export const ANALYSIS_AGENTS = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.deployment',
];
