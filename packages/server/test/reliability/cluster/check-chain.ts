import type { History } from './history.ts';

/** Compares the transfers on the chain with the answers that clients got. */
export function checkChain({ executions, outcomes, chain }: History): Record<string, string[]> {
  const onChain = Map.groupBy(chain, ({ n }) => n);
  const asked = new Set(executions.map(({ n }) => n));
  const acknowledged = new Set(executions.flatMap(({ n, status }) => (status === 202 ? [n] : [])));
  return {
    'one key made two executions': [...Map.groupBy(executions, ({ n }) => n)].flatMap(([n, tries]) => {
      const ids = new Set(tries.flatMap(({ executionId }) => executionId ?? []));
      return ids.size > 1 ? [`transfer ${n}: ${[...ids].join(', ')}`] : [];
    }),
    'a transfer was made twice': [...onChain]
      .filter(([, calls]) => calls.length > 1)
      .map(
        ([n, calls]) => `transfer ${n}: ${calls.map(({ hash, nonce }) => `${hash} (${nonce})`).join(', ')}`,
      ),
    'a nonce was used twice': [...Map.groupBy(chain, ({ nonce }) => nonce)]
      .filter(([, calls]) => calls.length > 1)
      .map(([nonce, calls]) => `${nonce}: transfers ${calls.map(({ n }) => n).join(', ')}`),
    'a transfer was never requested': [...onChain.keys()]
      .filter((n) => !asked.has(n))
      .map((n) => `transfer ${n}`),
    'an acknowledged transfer never reached the chain': [...acknowledged]
      .filter((n) => !onChain.has(n))
      .map((n) => `transfer ${n}`),
    'a transfer on the chain was never confirmed': outcomes
      .filter(({ n, status }) => status !== 'confirmed' && onChain.has(n))
      .map(({ n, executionId, status }) => `transfer ${n} (${executionId}) is ${status}`),
  };
}
