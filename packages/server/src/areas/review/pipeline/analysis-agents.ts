/** What an application's own counts of vulnerabilities and its first scores rest on. */
export const ANALYSIS_AGENTS = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.deployment',
];
