import { httpUrl, listOf, positiveNumber, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Data about leads, and where traces of outreach are sent. */
export const outreachSettings = {
  ENRICHMENT_PROVIDER_URL: define({
    default: undefined,
    description:
      'A data provider that is asked about leads when free sources are not enough: GET with email and domain, answered with JSON of company and person.',
    parse: httpUrl,
  }),
  ENRICHMENT_PROVIDER_KEY: define({
    default: undefined,
    description: 'The key of the data provider, sent as a bearer token.',
    secret: true,
    parse: text,
  }),
  ENRICHMENT_PROVIDER_PRICE_USD: define({
    default: '0.05',
    description: 'Cost of one answer of the data provider.',
    parse: positiveNumber,
  }),
  OTLP_TRACES_URL: define({
    default: undefined,
    description:
      'A collector for the traces of outreach: OTLP over HTTP in JSON, such as http://127.0.0.1:4318/v1/traces. A private address must be among ALLOWED_PRIVATE_NETWORKS. Unset: none.',
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
        throw new Error('It must be a URL such as http://127.0.0.1:4318/v1/traces.');
      }
      // As with other OTLP exporters: an address without a path means the usual path.
      if (url.pathname === '/') url.pathname = '/v1/traces';
      return url.href;
    },
  }),
  OTLP_HEADERS: define({
    default: '',
    description: 'Headers for that collector, such as x-api-key=secret, separated by commas.',
    secret: true,
    parse: (value) =>
      Object.fromEntries(
        listOf((item) => {
          const [, name, text = ''] = /^([A-Za-z0-9-]{1,100})=([\x20-\x7e]{0,2000})$/.exec(item) ?? [];
          if (name === undefined) throw new Error('It must be name=value, separated by commas.');
          return [name.toLowerCase(), text] as const;
        })(value),
      ),
  }),
} satisfies SettingsTable;
