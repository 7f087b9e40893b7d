import { number, quantiles, rate, whole } from './panel-kinds.ts';
import type { Dashboard } from './panels.ts';

export const service: Dashboard = {
  uid: 'trivium-service',
  title: 'Trivium: service',
  rows: [
    {
      title: 'At a glance',
      panels: [
        number({
          title: 'Nodes',
          text: 'Nodes that share the database and are alive.',
          unit: 'short',
          queries: [{ expr: 'max(trivium_nodes_alive)', legend: 'Nodes' }],
        }),
        number({
          title: 'Errors',
          text: 'The part of requests that were answered with a 5xx.',
          unit: 'percentunit',
          redFrom: 0.02,
          queries: [
            {
              expr: '(sum(rate(trivium_http_request_duration_seconds_count{status=~"5.."}[5m])) or vector(0)) / sum(rate(trivium_http_request_duration_seconds_count[5m]))',
              legend: 'Errors',
            },
          ],
        }),
        number({
          title: 'Events',
          text: 'Events published a second.',
          unit: 'short',
          queries: [{ expr: 'sum(rate(trivium_events_published_total[5m]))', legend: 'Events' }],
        }),
        number(whole('Dead letters', 'Deliveries that failed for good.', 'trivium_dead_letters', 'short')),
        number(
          whole(
            'Late deliveries',
            'How late the oldest due delivery is.',
            'trivium_delivery_overdue_seconds',
            's',
            300,
          ),
        ),
        number({
          title: 'Disk free',
          text: 'Of the disk of DATA_DIR.',
          unit: 'percentunit',
          queries: [
            { expr: 'min(trivium_data_disk_free_bytes / trivium_data_disk_size_bytes)', legend: 'Free' },
          ],
        }),
      ],
    },
    {
      title: 'Requests',
      panels: [
        rate(
          'Requests by route',
          'Requests a second.',
          'trivium_http_request_duration_seconds_count',
          'route',
        ),
        quantiles(
          'Duration',
          'From a request to the end of its answer.',
          'trivium_http_request_duration_seconds',
        ),
        {
          ...rate(
            'Errors by route',
            'Answers with a 5xx a second.',
            'trivium_http_request_duration_seconds_count{status=~"5.."}',
            'route',
          ),
          emptyWhile: 'no answer was one',
        },
        {
          title: 'Slowest routes',
          text: 'The 95th percentile of the ten slowest routes.',
          unit: 's',
          queries: [
            {
              expr: 'topk(10, histogram_quantile(0.95, sum by (le, route) (rate(trivium_http_request_duration_seconds_bucket[$__rate_interval]))))',
              legend: '{{route}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Nodes',
      panels: [
        {
          title: 'Event loop delay',
          text: 'How long the main thread was held up: the 99th percentile.',
          unit: 's',
          redFrom: 0.5,
          queries: [{ expr: 'nodejs_eventloop_lag_p99_seconds', legend: '{{instance}} {{process}}' }],
        },
        {
          title: 'CPU',
          text: 'Cores that the main process of each node uses.',
          unit: 'short',
          queries: [
            { expr: 'rate(process_cpu_seconds_total[$__rate_interval])', legend: '{{instance}} {{process}}' },
          ],
        },
        {
          title: 'Memory',
          text: 'Resident memory of the main process of each node.',
          unit: 'bytes',
          queries: [{ expr: 'process_resident_memory_bytes', legend: '{{instance}} {{process}}' }],
        },
        rate(
          'Warnings and errors',
          'Lines of the log a second.',
          'trivium_log_lines_total',
          'level',
          'short',
        ),
      ],
    },
    {
      title: 'Database',
      panels: [
        {
          title: 'Connections of the nodes',
          text: 'Open, idle, and work that waits for one.',
          unit: 'short',
          queries: [
            { expr: 'sum(trivium_database_pool_connections)', legend: 'open' },
            { expr: 'sum(trivium_database_pool_idle)', legend: 'idle' },
            { expr: 'sum(trivium_database_pool_waiting)', legend: 'waiting' },
            { expr: 'sum(trivium_database_pool_size)', legend: 'most' },
          ],
        },
        {
          title: 'Connections of the server',
          text: 'Of all clients, and the most that the server takes.',
          unit: 'short',
          queries: [
            { expr: 'max(trivium_database_server_connections)', legend: 'in use' },
            { expr: 'max(trivium_database_server_connections_limit)', legend: 'most' },
          ],
        },
        whole('Size of the database', 'On its disk.', 'trivium_database_size_bytes', 'bytes'),
        whole(
          'Oldest transaction',
          'While it is open, dead rows stay.',
          'trivium_database_oldest_transaction_seconds',
          's',
          3_600,
        ),
        {
          ...whole(
            'Replication lag',
            'Of the replica that lags most.',
            'trivium_database_replication_lag_seconds',
            's',
            60,
          ),
          emptyWhile: 'the database has no replica',
        },
        {
          title: 'Reads of replicas',
          text: 'Requests that a replica may answer, by what came of them.',
          emptyWhile: 'DATABASE_READ_URL is unset',
          unit: 'short',
          queries: [
            {
              expr: 'sum by (outcome) (rate(trivium_replica_reads_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Disk of DATA_DIR',
          text: 'Free bytes.',
          unit: 'bytes',
          queries: [{ expr: 'trivium_data_disk_free_bytes', legend: '{{instance}}' }],
        },
      ],
    },
    {
      title: 'Jobs, workflows and the log',
      panels: [
        {
          title: 'Jobs',
          text: 'Background jobs on all nodes.',
          unit: 'short',
          queries: [
            { expr: 'max(trivium_jobs_due)', legend: 'due' },
            { expr: 'max(trivium_jobs_running)', legend: 'running' },
            { expr: 'max(trivium_jobs_given_up)', legend: 'given up' },
          ],
        },
        {
          ...rate(
            'Failures of jobs',
            'Failed attempts a second.',
            'trivium_job_failures_total',
            'job',
            'short',
          ),
          emptyWhile: 'none failed',
        },
        {
          title: 'Workflows',
          text: 'Runs that have not ended, and how late the oldest due one is.',
          unit: 'short',
          queries: [
            { expr: 'max(trivium_workflow_runs_queued)', legend: 'queued' },
            { expr: 'max(trivium_workflow_runs_oldest_due_seconds)', legend: 'seconds late' },
          ],
        },
        {
          title: 'Unsigned events',
          text: 'Events that no signed checkpoint covers yet, and the age of the oldest.',
          unit: 'short',
          queries: [
            { expr: 'max(trivium_log_unsigned_events)', legend: 'events' },
            { expr: 'max(trivium_log_unsigned_seconds)', legend: 'seconds' },
          ],
        },
        {
          title: 'Limits',
          text: 'The part of each limit that the organization with the most use has used.',
          emptyWhile: 'nobody uses one',
          unit: 'percentunit',
          queries: [{ expr: 'max by (limit) (trivium_rate_limit_used_ratio) > 0', legend: '{{limit}}' }],
        },
        {
          title: 'Quotas',
          text: 'The part of each quota that the organization nearest to its end has used.',
          emptyWhile: 'no organization has quotas',
          unit: 'percentunit',
          queries: [{ expr: 'max by (quota) (trivium_quota_used_ratio)', legend: '{{quota}}' }],
        },
        {
          title: 'Organizations with the most events',
          text: 'How many events each has in its log.',
          emptyWhile: 'METRICS_BY_ORGANIZATION is unset',
          unit: 'short',
          queries: [
            { expr: 'max by (organization) (trivium_organization_log_events)', legend: '{{organization}}' },
          ],
        },
      ],
    },
  ],
};
