import { type OutreachSettings, openOutreach } from '../../areas/outreach/index.ts';
import type { Area } from '../../engine/area.ts';
import type { AreaBase } from '../area-base.ts';
import type { Settings } from '../settings.ts';

export function wireOutreach(base: AreaBase): Promise<Area> {
  const { settings, db, pool, connection, clock, log, secretBox, policy, registry, spine } = base;
  const imap = registry.leader('outreach imap');
  return openOutreach({
    db,
    pool,
    connection,
    unitOfWork: spine.unitOfWork,
    clock,
    log,
    secretBox,
    jobs: base.jobs,
    blobs: base.blobs,
    mail: base.mail,
    nodes: registry,
    policy,
    model: base.model,
    isImapLeader: () => imap.isLeader(),
    publicUrl: () => base.address.url,
    settings: outreachSettings(settings),
  });
}

function outreachSettings(settings: Settings): OutreachSettings {
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host } = settings;
  return {
    enrichment: { dnsServers: settings.DNS_SERVERS, paid: paidProviderOf(settings) },
    collector: collectorOf(settings),
    caCertificates: settings.EXTRA_CA_CERTIFICATES ? [settings.EXTRA_CA_CERTIFICATES] : [],
    mailPriceMicros: Math.round(settings.MAIL_PRICE_USD * 1_000_000),
    mailDomain: settings.MAIL_DOMAIN,
    bounceAddress: settings.BOUNCE_ADDRESS,
    inboundSmtp: port === undefined ? undefined : { port, host, tls: certificateOf(settings) },
    imapUrl: settings.IMAP_URL,
    imapSentFolder: settings.IMAP_SENT_FOLDER,
  };
}

/** The paid provider for lead data; undefined if there is none. */
function paidProviderOf(settings: Settings) {
  const { ENRICHMENT_PROVIDER_URL: url, ENRICHMENT_PROVIDER_KEY: key } = settings;
  if (url === undefined || key === undefined) return undefined;
  return { url, key, priceMicros: Math.ceil(settings.ENRICHMENT_PROVIDER_PRICE_USD * 1_000_000) };
}

/** The collector for traces; undefined if there is none. */
function collectorOf({ OTLP_TRACES_URL: url, OTLP_HEADERS: headers }: Settings) {
  return url === undefined ? undefined : { url, headers };
}

/** The certificate of the inbound mail listener; undefined if there is none. */
function certificateOf({ INBOUND_SMTP_TLS_CERT: cert, INBOUND_SMTP_TLS_KEY: key }: Settings) {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}
