import type { AgentOptions } from '../types/agent.ts';
import type { AgentSettings } from './worker-protocol.ts';

/** The agents' options in their own words. `stopAfterMs` counts from now. */
export function agentOptions(settings: AgentSettings, stopAfterMs?: number): AgentOptions {
  const stopAt = stopAfterMs === undefined ? undefined : performance.now() + stopAfterMs;
  const { advisoryDbPath, llm, osv } = settings;
  return {
    ...(advisoryDbPath !== undefined && { advisoryDbPath }),
    ...(osv !== undefined && { osv }),
    ...(stopAt !== undefined && { shouldStop: () => performance.now() > stopAt }),
    ...(llm !== undefined && {
      llm: {
        provider: llm.provider,
        model: llm.model,
        ...(llm.baseUrl !== undefined && { baseUrl: llm.baseUrl }),
        apiKey: llm.apiKey,
        maxTokens: llm.maxTokens,
        timeoutMs: llm.timeoutMs,
        price: llm.price,
      },
    }),
  };
}
