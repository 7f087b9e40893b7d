import type { ModelSource } from '../../../../engine/models/index.ts';
import type { GuardedClient } from '../../../../kit/net/index.ts';
import type { Provider } from './finding.ts';
import type { PageParser } from './page-parser.ts';
import { dnsProvider } from './provider-dns.ts';
import { addressParts, ownColumns } from './provider-local.ts';
import { modelProvider } from './provider-model.ts';
import { type PaidProviderSettings, paidProvider } from './provider-paid.ts';
import { websiteProvider } from './provider-website.ts';

export interface ProviderSettings {
  /** DNS servers, as `address` or `address:port`; the system's when empty. */
  dnsServers: readonly string[];
  paid?: PaidProviderSettings | undefined;
  /** A language model that reads the text of the company's site. */
  model?: ModelSource | undefined;
  /** The site of a domain; by default its https address. */
  siteUrl?: ((domain: string) => string) | undefined;
}

/** The waterfall: free sources first, then paid ones, and last a model over the site's text. */
export function createProviders(
  client: GuardedClient,
  parser: PageParser,
  settings: ProviderSettings,
): Provider[] {
  const { dnsServers, paid, model, siteUrl = (domain) => `https://${domain}/` } = settings;
  return [
    ownColumns,
    addressParts,
    dnsProvider(dnsServers),
    websiteProvider({ client, parser, siteUrl }),
    ...(paid === undefined ? [] : [paidProvider(client, paid)]),
    ...(model === undefined ? [] : [modelProvider({ model, client, parser, siteUrl })]),
  ];
}
