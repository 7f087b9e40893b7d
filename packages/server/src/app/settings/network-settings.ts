import { isIP } from 'node:net';
import { listOf, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** What the service may connect to, and which proxies it trusts. */
export const networkSettings = {
  ALLOWED_PRIVATE_NETWORKS: define({
    default: '',
    description: 'Private networks that deliveries and fetches may reach, as CIDRs separated by commas.',
    parse: listOf((item) => {
      const [address = '', bits] = item.split('/');
      const width = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
      if (width < 0 || !/^\d{1,3}$/.test(bits ?? '') || Number(bits) > width) {
        throw new Error(`It must be CIDRs such as 10.1.0.0/16.`);
      }
      return item;
    }),
  }),
  EXTRA_CA_CERTIFICATES: define({
    default: undefined,
    description: 'PEM certificates of authorities that receivers may use, besides the public ones.',
    secret: true,
    parse: text,
  }),
  DNS_SERVERS: define({
    default: '',
    description:
      "DNS servers that leads' domains are looked up at, as addresses with or without :port, separated by commas. Unset: the system's.",
    parse: listOf((item) => {
      const [address = '', port] = /^\[/.test(item)
        ? item.slice(1).split(/\]:?/)
        : isIP(item)
          ? [item]
          : item.split(':');
      if (isIP(address) === 0 || (port !== undefined && !/^\d{0,5}$/.test(port))) {
        throw new Error('It must be addresses such as 10.0.0.53 or 10.0.0.53:5353.');
      }
      return item;
    }),
  }),
} satisfies SettingsTable;
