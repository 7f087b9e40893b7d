import { defaultRetryDelaysSeconds } from '../../engine/delivery/retry-schedule.ts';
import { integer, listOf, positiveNumber, type SettingsTable, text } from '../../kit/config/index.ts';
import { checkSourceAddresses, parseProxyUrl } from '../../kit/net/index.ts';
import { define } from './define-setting.ts';

/** Deliveries and workflows. */
export const spineSettings = {
  WEBHOOK_RETRY_DELAYS: define({
    default: defaultRetryDelaysSeconds.join(','),
    description:
      'Seconds before each attempt of a delivery, counted from the previous one; their number is the number of attempts.',
    parse: (value) => {
      const delays = listOf(Number)(value);
      if (
        delays.length === 0 ||
        delays.length > 20 ||
        delays.some((delay) => !(delay >= 0 && delay <= 604_800))
      ) {
        throw new Error('It must be 1 to 20 numbers of seconds, each 0 to 604800, separated by commas.');
      }
      return delays;
    },
  }),
  WEBHOOK_CONCURRENCY: define({
    default: '64',
    description: 'Attempts under way at once for one subscription, unless it sets its own.',
    parse: integer(1, 1_000),
  }),
  WEBHOOK_PROXY_URL: define({
    default: undefined,
    secret: true,
    description:
      'An HTTP proxy for deliveries, `http://user:password@host:port`. Addresses are checked by the service, which gives the proxy an address, never a name.',
    parse: parseProxyUrl,
  }),
  WEBHOOK_SOURCE_ADDRESSES: define({
    default: '',
    description:
      'Addresses of this machine that deliveries go out from, so that receivers can allow them: one IPv4, one IPv6, or both, separated by a comma.',
    parse: (value) => checkSourceAddresses(listOf(text)(value)),
  }),
  WEBHOOK_DISABLE_AFTER_DAYS: define({
    default: '5',
    description: 'Days with nothing but failures after which a subscription is disabled.',
    parse: positiveNumber,
  }),
  DELIVERY_LOG_RETENTION_DAYS: define({
    default: '30',
    description: 'How many days the log of delivery attempts is kept.',
    parse: integer(1, 3_650),
  }),
  WORKFLOW_RUN_RETENTION_DAYS: define({
    default: '30',
    description: 'How many days ended workflow runs are kept.',
    parse: integer(1, 3_650),
  }),
} satisfies SettingsTable;
