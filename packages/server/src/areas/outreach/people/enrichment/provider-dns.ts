import { Resolver } from 'node:dns/promises';
import type { Finding, Provider } from './finding.ts';

const DAY_MS = 86_400_000;

/** Mail providers by the suffix of their MX hosts. */
const mailHosts: [RegExp, string][] = [
  [/(^|\.)google(mail)?\.com$|(^|\.)smtp\.google\.com$/, 'Google Workspace'],
  [/\.mail\.protection\.outlook\.com$|\.mx\.microsoft$/, 'Microsoft 365'],
  [/\.pphosted\.com$|\.ppe-hosted\.com$/, 'Proofpoint'],
  [/\.mimecast\.(com|co\.za)$|\.mimecast-offshore\.com$/, 'Mimecast'],
  [/\.zoho\.(com|eu|in)$/, 'Zoho Mail'],
  [/\.protonmail\.ch$/, 'Proton Mail'],
  [/\.messagingengine\.com$/, 'Fastmail'],
  [/\.barracudanetworks\.com$/, 'Barracuda'],
  [/\.iphmx\.com$/, 'Cisco Secure Email'],
  [/\.amazonaws\.com$/, 'Amazon SES'],
  [/\.yandex\.(net|ru)$/, 'Yandex Mail'],
  [/\.ionos\.(de|com|co\.uk|fr|es)$|\.kundenserver\.de$/, 'IONOS'],
  [/\.ovh\.(net|ca)$/, 'OVH'],
];

/** Services by the TXT records (including SPF) they ask their users to set. */
const textMarks: [RegExp, string][] = [
  [/include:_?spf\.salesforce\.com/, 'Salesforce'],
  [/include:[^ ]*hubspotemail\.net/, 'HubSpot'],
  [/include:mail\.zendesk\.com/, 'Zendesk'],
  [/include:sendgrid\.net/, 'SendGrid'],
  [/include:[^ ]*mailgun\.org/, 'Mailgun'],
  [/include:servers\.mcsv\.net/, 'Mailchimp'],
  [/include:spf\.mandrillapp\.com/, 'Mandrill'],
  [/include:amazonses\.com/, 'Amazon SES'],
  [/include:spf\.mtasv\.net/, 'Postmark'],
  [/include:_spf\.google\.com/, 'Google Workspace'],
  [/include:spf\.protection\.outlook\.com/, 'Microsoft 365'],
  [/include:[^ ]*freshemail\.io|include:email\.freshdesk\.com/, 'Freshdesk'],
  [/include:[^ ]*intercom\.io/, 'Intercom'],
  [/^atlassian-domain-verification=/, 'Atlassian'],
  [/^stripe-verification=/, 'Stripe'],
  [/^docusign=/, 'DocuSign'],
  [/^facebook-domain-verification=/, 'Meta Business'],
  [/^adobe-idp-site-verification=/, 'Adobe'],
  [/^apple-domain-verification=/, 'Apple Business'],
  [/^zoom(_verify|-domain-verification)/i, 'Zoom'],
  [/^slack-domain-verification=/, 'Slack'],
  [/^miro-verification=/, 'Miro'],
  [/^notion[-_]/, 'Notion'],
  [/^asana-domain-verification|^asv=/, 'Asana'],
  [/^dropbox-domain-verification=/, 'Dropbox'],
  [/^hubspot-developer-verification=|^hubspot-domain-verification/, 'HubSpot'],
  [/^pardot\d+=|^pardot_/, 'Pardot'],
  [/^citrix-verification-code=/, 'Citrix'],
  [/^cisco-ci-domain-verification=|^webexdomainverification/i, 'Cisco Webex'],
  [/^MS=ms\d+/, 'Microsoft 365'],
  [/^jamf-site-verification=/, 'Jamf'],
  [/^onetrust-domain-verification=/, 'OneTrust'],
  [/^knowbe4-site-verification=/, 'KnowBe4'],
  [/^openai-domain-verification=/, 'OpenAI'],
  [/^anthropic-domain-verification/, 'Anthropic'],
];

const noRecords = new Set(['ENODATA', 'ENOTFOUND']);

/** What a domain's DNS records show: who handles its mail, and which services it has verified itself with. */
export function dnsProvider(servers: readonly string[]): Provider {
  return {
    name: 'dns',
    priceMicros: 0,
    cache: { key: ({ email }) => email.split('@')[1] ?? null, ttlMs: DAY_MS },
    skip: () => undefined,
    find: async ({ lead, nowMs }) => {
      const [, domain = ''] = lead.email.split('@');
      const resolver = new Resolver({ timeout: 1_500, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const [mx, txt] = await Promise.all([
        orNone(resolver.resolveMx(domain)),
        orNone(resolver.resolveTxt(domain)),
      ]);
      const observedAt = new Date(nowMs).toISOString();
      const finding = (field: string, value: unknown, method: string, confidence: number): Finding => ({
        field,
        value,
        source: 'dns',
        sourceUrl: `dns:${domain}`,
        method,
        confidence,
        observedAt,
      });
      return [...readMail(mx, finding), ...readMarks(txt, finding)];
    },
  };
}

type MakeFinding = (field: string, value: unknown, method: string, confidence: number) => Finding;

function readMail(records: { exchange: string; priority: number }[], finding: MakeFinding): Finding[] {
  // RFC 7505: a single MX "." accepts no mail.
  const [first, ...others] = records;
  if (first !== undefined && others.length === 0 && (first.exchange === '' || first.exchange === '.')) {
    return [finding('person.email_status', 'undeliverable', 'null_mx', 0.99)];
  }
  if (first === undefined) return [];
  const hosts = [...records]
    .sort((a, b) => a.priority - b.priority)
    .map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  const carrier = mailHosts.find(([pattern]) => hosts.some((host) => pattern.test(host)))?.[1];
  return [
    // Whether the mailbox exists cannot be known without writing to it.
    finding('person.email_status', 'unverifiable', 'dns_mx', 0.6),
    ...(carrier === undefined ? [] : [finding('company.mail_provider', carrier, 'dns_mx', 0.95)]),
  ];
}

function readMarks(records: string[][], finding: MakeFinding): Finding[] {
  const texts = records.map((parts) => parts.join(''));
  const names = textMarks.flatMap(([pattern, name]) =>
    texts.some((text) => pattern.test(text)) ? [name] : [],
  );
  return names.length === 0 ? [] : [finding('company.technologies', [...new Set(names)], 'dns_txt', 0.85)];
}

async function orNone<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records;
  } catch (error) {
    if (noRecords.has((error as { code?: string }).code ?? '')) return [];
    throw new Error(`the DNS servers did not answer (${(error as { code?: string }).code ?? 'failed'})`);
  }
}
