import { type Static, Type } from 'typebox';
import { describedAs, named, nullable, timestampField } from '../../../kit/http/index.ts';
import { severityCounts } from '../applications/application-report.schema.ts';
import { formatCounts } from '../pipeline/severity.ts';
import { toUsage, usageRecord } from './model-usage.schema.ts';
import type { ReviewAgent } from './review.repository.ts';

export const agentRecord = named(
  'ReviewAgent',
  Type.Object({
    id: Type.String({ description: 'A name that does not change, such as `injection`.' }),
    category: Type.String({ description: 'What it belongs to.' }),
    driver: Type.String({
      enum: ['rules', 'llm'],
      description: '`rules`: a program; `llm`: a language model too.',
    }),
    status: Type.String({
      enum: ['pending', 'running', 'completed', 'failed', 'skipped'],
      description: '`skipped`: the application has nothing for it; `reason` tells.',
    }),
    started_at: nullable(timestampField('A moment.'), 'When it began; later after a restart of the service.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended.'),
    duration_ms: nullable(Type.Integer(), 'Length of its work.'),
    findings: describedAs(severityCounts, 'What it delivered, by severity.'),
    dropped: Type.Integer({ description: 'What it found and did not deliver.' }),
    reason: nullable(
      Type.String(),
      'Why it was skipped or saw only a part. With `model_…` the model did not answer, and what the rules found is all.',
    ),
    llm: nullable(usageRecord, 'What a language model took; null when none was asked.'),
    error: nullable(
      named(
        'Failure',
        Type.Object({
          code: Type.String({ description: 'A code that does not change, such as `storage_full`.' }),
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
