import { number, quantiles, rate, whole } from './panel-kinds.ts';
import type { Dashboard, Panel } from './panels.ts';
import { review } from './review-dashboard.ts';
import { service } from './service-dashboard.ts';

const deliveries: Dashboard = {
  uid: 'trivium-deliveries',
  title: 'Trivium: deliveries',
  rows: [
    {
      title: 'Attempts',
      panels: [
        rate('Attempts by result', 'A second.', 'trivium_delivery_attempts_total', 'result'),
        rate('Failures by cause', 'A second.', 'trivium_delivery_failures_total', 'class'),
        quantiles(
          'Response time',
          'From the look-up of the name to the end of the answer.',
          'trivium_delivery_response_seconds',
        ),
        quantiles(
          'From publishing to delivery',
          'Of first attempts that succeeded.',
          'trivium_publish_to_deliver_seconds',
        ),
      ],
    },
    {
      title: 'What waits',
      panels: [
        whole(
          'Not settled',
          'Deliveries in the database, those of paused subscriptions too.',
          'trivium_delivery_queue_depth',
          'short',
        ),
        whole('Late', 'How late the oldest due delivery is.', 'trivium_delivery_overdue_seconds', 's', 300),
        {
          title: 'In memory',
          text: 'Waiting, under way, and ended but not written, over all nodes.',
          unit: 'short',
          queries: [
            { expr: 'sum(trivium_delivery_ready)', legend: 'waiting' },
            { expr: 'sum(trivium_delivery_in_flight)', legend: 'under way' },
            { expr: 'sum(trivium_delivery_unwritten)', legend: 'not written' },
          ],
        },
        whole(
          'Oldest event',
          'Age of the oldest event with a delivery that is not settled.',
          'trivium_delivery_oldest_seconds',
        ),
      ],
    },
    {
      title: 'Receivers',
      panels: [
        {
          title: 'Subscriptions',
          text: 'By status, and those that fail.',
          unit: 'short',
          queries: [
            { expr: 'max by (status) (trivium_subscriptions)', legend: '{{status}}' },
            { expr: 'max(trivium_subscriptions_failing)', legend: 'failing' },
          ],
        },
        whole(
          'Failing for',
          'The subscription that has had no success for the longest.',
          'trivium_subscriptions_failing_longest_seconds',
        ),
        whole('Dead letters', 'Deliveries that failed for good.', 'trivium_dead_letters', 'short'),
        {
          title: 'Organizations with the most dead letters',
          text: 'And of how many deliveries they wait for the end.',
          emptyWhile: 'METRICS_BY_ORGANIZATION is unset',
          unit: 'short',
          queries: [
            { expr: 'max by (organization) (trivium_organization_dead_letters)', legend: '{{organization}}' },
            {
              expr: 'max by (organization) (trivium_organization_deliveries_pending)',
              legend: '{{organization}} pending',
            },
          ],
        },
        whole(
          'Partitions ahead',
          'Days that the log of attempts is prepared for.',
          'trivium_delivery_partitions_ahead',
          'short',
        ),
        {
          title: 'Statements',
          text: 'Round trips to the database a second: of the event log, and of the writer of attempts.',
          unit: 'short',
          queries: [
            { expr: 'sum(rate(trivium_append_statements_total[$__rate_interval]))', legend: 'append' },
            {
              expr: 'sum(rate(trivium_completion_statements_total[$__rate_interval]))',
              legend: 'completion',
            },
          ],
        },
      ],
    },
  ],
};

/** Embedded chains have no lag and no costs. */
const noNetwork = 'no network has an address in the settings';

const byNetwork = (
  title: string,
  text: string,
  metric: string,
  unit: string,
  emptyWhile = noNetwork,
): Panel => ({
  title,
  text,
  emptyWhile,
  unit,
  queries: [{ expr: `max by (network) (${metric})`, legend: '{{network}}' }],
});

const contracts: Dashboard = {
  uid: 'trivium-contracts',
  title: 'Trivium: contracts',
  rows: [
    {
      title: 'Chains',
      panels: [
        byNetwork('Reachable', '1 while the network answers.', 'trivium_chain_reachable', 'short'),
        byNetwork('Age of the newest block', 'As of the last look.', 'trivium_chain_head_age_seconds', 's'),
        {
          title: 'Wallets',
          text: 'What the signers of the settings have, in whole coins.',
          emptyWhile: noNetwork,
          unit: 'short',
          queries: [
            {
              expr: 'max by (network, asset, address) (trivium_wallet_balance_coins)',
              legend: '{{network}} {{asset}} {{address}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Transactions',
      panels: [
        byNetwork(
          'Pending',
          'Transactions that have not settled.',
          'trivium_transactions_pending',
          'short',
          'none is pending',
        ),
        byNetwork(
          'Oldest pending',
          'Its age.',
          'trivium_transactions_oldest_pending_seconds',
          's',
          'none is pending',
        ),
        quantiles(
          'Duration of requests',
          'Of the routes below /v1/contracts.',
          'trivium_http_request_duration_seconds',
          '{route=~"/v1/contracts.*"}',
        ),
        {
          title: 'Backups',
          text: 'Under way, and failed within a day.',
          unit: 'short',
          queries: [
            { expr: 'max(trivium_backups_running)', legend: 'under way' },
            { expr: 'max(trivium_backups_failed)', legend: 'failed' },
          ],
        },
        number({
          title: 'Newest backup',
          text: 'How long ago the newest backup was complete.',
          emptyWhile: 'there is none',
          unit: 's',
          queries: [{ expr: 'time() - max(trivium_backup_last_success_timestamp_seconds)', legend: 'ago' }],
        }),
      ],
    },
  ],
};

const outreach: Dashboard = {
  uid: 'trivium-outreach',
  title: 'Trivium: outreach',
  rows: [
    {
      title: 'Mail',
      panels: [
        {
          title: 'Sent and failed',
          text: 'Messages an hour.',
          unit: 'short',
          queries: [
            {
              expr: 'max by (status) (delta(trivium_mail_messages{status=~"sent|failed"}[1h]))',
              legend: '{{status}}',
            },
          ],
        },
        {
          title: 'Waiting',
          text: 'Messages that are not sent yet, those with a later time too.',
          unit: 'short',
          queries: [
            {
              expr: 'max by (status) (trivium_mail_messages{status=~"pending|processing"})',
              legend: '{{status}}',
            },
          ],
        },
        whole('Late', 'How late the oldest due message is.', 'trivium_mail_oldest_due_seconds', 's', 900),
        whole(
          'Unknown',
          'Messages of which nobody knows whether they went out.',
          'trivium_mail_unknown',
          'short',
        ),
        whole('Paused mailboxes', 'They send nothing.', 'trivium_mailboxes_paused', 'short'),
        whole(
          'Spans that wait',
          'For the collector of OTLP_TRACES_URL.',
          'trivium_trace_export_waiting',
          'short',
        ),
      ],
    },
  ],
};

export const dashboards: Dashboard[] = [service, deliveries, contracts, outreach, review];
