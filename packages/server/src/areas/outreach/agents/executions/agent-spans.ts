import type { Span } from '../../books/traces/span.repository.ts';
import { newSpanId } from '../../books/traces/trace-ids.ts';
import type { Driver } from '../agent/driver.ts';
import type { Execution } from './agent.repository.ts';

/** The span of an execution, plus one per model request in it. */
export function spansOf(execution: Execution, driver: Driver): Span[] {
  const { traceId, spanId, agentId, role, campaignId, leadId, startedAt, durationMs, status, error } =
    execution;
  const shared = { traceId, agentId, campaignId, leadId };
  const whole: Span = {
    ...shared,
    spanId,
    name: `invoke_agent ${role}`,
    startedAtMs: startedAt.getTime(),
    durationMs,
    status: error === null ? 'ok' : 'error',
    statusMessage: error?.message,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': role,
      'agent.engine': driver.engine,
      'agent.status': status,
      ...(driver.fallbackReason !== null && { 'agent.fallback_reason': driver.fallbackReason }),
    },
  };
  const requests = driver.calls.map(
    (call, i): Span => ({
      ...shared,
      spanId: newSpanId(),
      parentSpanId: spanId,
      name: `chat ${driver.model}`,
      kind: 'client',
      startedAtMs: call.startedAtMs,
      durationMs: call.durationMs,
      status: call.failure === null ? 'ok' : 'error',
      statusMessage: call.failure ?? undefined,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': driver.provider ?? '',
        'gen_ai.request.model': driver.model ?? '',
        'gen_ai.usage.input_tokens': call.inputTokens,
        'gen_ai.usage.cache_read.input_tokens': call.cachedInputTokens,
        'gen_ai.usage.output_tokens': call.outputTokens,
      },
      // The price of all calls was rounded once, so that the spans add up to the ledger.
      ...(i === driver.calls.length - 1 && { costMicros: driver.costMicros }),
    }),
  );
  return [whole, ...requests];
}
