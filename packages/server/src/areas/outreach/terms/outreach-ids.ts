/** Id prefixes of Outreach. */
export const outreachIdPrefixes = {
  led: 'lead',
  imp: 'import',
  enr: 'enrichment',
  spr: 'suppression',
  cmp: 'campaign',
  com: 'communication',
  mbx: 'mailbox',
  sbm: 'mail of the sandbox',
  tpl: 'template',
  inb: 'inbound mail',
  mtg: 'meeting',
  bks: 'booking webhook',
  agt: 'agent',
  agx: 'execution of an agent',
  cex: 'execution of a campaign',
} as const;

type OutreachIdPrefixes = typeof outreachIdPrefixes;

declare module '../../../kit/ids.ts' {
  interface IdPrefixes extends OutreachIdPrefixes {}
}
