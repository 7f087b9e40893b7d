import { only } from '../../kit/db/index.ts';
import type { FigureSource } from '../../kit/observability/index.ts';

/** Pending transactions, and backups. */
export const contractsGauges: FigureSource = {
  part: 'contracts',
  figures: [
    {
      name: 'trivium_transactions_pending',
      help: 'Transactions that have not settled, by network.',
      labels: ['network'],
    },
    {
      name: 'trivium_transactions_oldest_pending_seconds',
      help: 'Age of the oldest transaction of the network that has not settled.',
      labels: ['network'],
    },
    { name: 'trivium_backups_running', help: 'Backups of contracts under way.' },
    { name: 'trivium_backups_failed', help: 'Backups of contracts that failed in the last 24 hours.' },
    {
      name: 'trivium_backup_last_success_timestamp_seconds',
      help: 'When the newest backup of contracts was complete, in Unix time; absent without one in the last 30 days.',
    },
  ],
  async read(query) {
    const pending = await query<{ network: string; transactions: number; oldest: number }>(
      `select network, count(*) as transactions, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
       from transactions where live group by network order by network`,
    );
    const backups = only(
      await query<{ running: number; failed: number; newest: number | null }>(
        `select (select count(*) from backups where status = 'in_progress') as running,
           count(*) filter (where status = 'failed' and completed_at > clock_timestamp() - interval '24 hours') as failed,
           extract(epoch from max(completed_at) filter (where status = 'completed'))::float8 as newest
         from backups where completed_at > clock_timestamp() - interval '30 days'`,
      ),
    );
    return [
      ...pending.flatMap(({ network, transactions, oldest }) => [
        { name: 'trivium_transactions_pending', labels: { network }, value: transactions },
        { name: 'trivium_transactions_oldest_pending_seconds', labels: { network }, value: oldest },
      ]),
      { name: 'trivium_backups_running', value: backups.running },
      { name: 'trivium_backups_failed', value: backups.failed },
      { name: 'trivium_backup_last_success_timestamp_seconds', value: backups.newest },
    ];
  },
};
