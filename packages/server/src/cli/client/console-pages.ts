/** Where the console shows what an id names, by the prefix of the id. A test holds that the console has it so. */
export const consolePages: Readonly<Record<string, string>> = {
  evt: 'events',
  dlv: 'deliveries',
  whs: 'webhooks',
  sub: 'webhooks',
  wfl: 'workflows',
  ctr: 'contracts',
  dep: 'deployments',
  exe: 'executions',
  ing: 'contracts/jobs',
  rst: 'contracts/restores',
  cmp: 'outreach',
  led: 'outreach/leads',
  com: 'outreach/mails',
  app: 'review',
  rev: 'reviews',
  cpt: 'components',
};
