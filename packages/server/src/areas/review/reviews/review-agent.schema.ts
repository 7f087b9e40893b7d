import { type Static, Type } from 'typebox';
import { describedAs, named, nullable, timestampField } from '../../../kit/http/index.ts';
import { severityCounts } from '../applications/application-report.schema.ts';
import { formatCounts } from '../pipeline/severity.ts';
import { toUsage, usageRecord } from './model-usage.schema.ts';
import type { ReviewAgent } from './review.repository.ts';

export const agentRecord = named(
  'ReviewAgent',
  Type.Object({
    id: Type.String({ description: 'A stable name, such as `injection`.' }),
    category: Type.String({ description: 'Its category.' }),
    driver: Type.String({
      enum: ['rules', 'llm'],
      description: '`rules`: a program; `llm`: also a language model.',
    }),
    status: Type.String({
      enum: ['pending', 'running', 'completed', 'failed', 'skipped'],
      description: '`skipped`: nothing in the application is for it; see `reason`.',
    }),
    started_at: nullable(timestampField('A moment.'), 'When it began; later after a restart of the service.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended.'),
    duration_ms: nullable(Type.Integer(), 'Duration of its work.'),
    findings: describedAs(severityCounts, 'What it reported, by severity.'),
    dropped: Type.Integer({ description: 'What it found and did not report.' }),
    reason: nullable(
      Type.String(),
      "Why it was skipped or saw only a part. With `model_…` the model did not answer, and only the rules' findings exist.",
    ),
    llm: nullable(usageRecord, 'Use of a language model; null if none was asked.'),
    error: nullable(
      named(
        'Failure',
        Type.Object({
          code: Type.String({ description: 'A stable code, such as `storage_full`.' }),
          message: Type.String({ description: 'What happened, in a sentence.' }),
        }),
      ),
      'Why it failed.',
    ),
  }),
);

export function toAgentRecord(agent: ReviewAgent): Static<typeof agentRecord> {
  return {
    id: agent.agent_id,
    category: agent.category,
    driver: agent.driver,
    status: agent.status,
    started_at: agent.started_at?.toISOString() ?? null,
    completed_at: agent.completed_at?.toISOString() ?? null,
    duration_ms: agent.duration_ms,
    findings: formatCounts(agent.findings),
    dropped: agent.dropped,
    reason: agent.reason,
    llm: toUsage(agent.llm),
    error: agent.error_code === null ? null : { code: agent.error_code, message: agent.error_message ?? '' },
  };
}
