import { expect, test } from 'vitest';
import { decideScaling } from './decide-scaling.ts';
import type { ScalingPolicy } from './scaling.repository.ts';

const policy: ScalingPolicy = {
  id: 'p',
  orgId: 'o',
  minNodes: 2,
  maxNodes: 6,
  targetCpu: 50,
  targetMemory: 60,
  scaleUpThreshold: 80,
  scaleDownThreshold: 30,
  cooldownMinutes: 5,
  status: 'active',
  createdAt: new Date(),
};
const COOLED = 5 * 60_000;

test.each([
  ['within the thresholds nothing changes', [3, 79, 80], COOLED, 0],
  ['above a threshold as many nodes are added as bring the load to its target', [3, 90, 10], COOLED, 3],
  ['memory counts as CPU does', [2, 10, 81], COOLED, 1],
  ['at least one is added', [4, 10, 80.5], COOLED, 2],
  ['never more than the most', [5, 100, 10], COOLED, 1],
  ['at the most nothing is added', [6, 100, 100], COOLED, 0],
  ['below the thresholds as many leave as keep the load at its target', [6, 10, 5], COOLED, -4],
  ['one that is busy enough in either way stays', [6, 10, 31], COOLED, 0],
  ['never fewer than the least', [3, 0, 0], COOLED, -1],
  ['within the cooldown nothing changes', [3, 100, 100], COOLED - 1, 0],
  ['the bounds hold within the cooldown too: fewer than the least', [1, 0, 0], 0, 1],
  ['and more than the most', [9, 100, 100], 0, -3],
] as const)('%s', (_name, [activeNodes, cpu, memory], sinceMs, change) => {
  const decision = decideScaling(policy, { activeNodes, cpu, memory }, sinceMs);
  const signed = decision === undefined ? 0 : decision.nodeCount * (decision.action === 'scale_up' ? 1 : -1);
  expect(signed).toBe(change);
});

test('a minimum far above the current number is requested at once', () => {
  const decision = decideScaling(
    { ...policy, minNodes: 40, maxNodes: 50 },
    { activeNodes: 3, cpu: 0, memory: 0 },
    0,
  );
  expect(decision).toMatchObject({ action: 'scale_up', nodeCount: 37 });
});
