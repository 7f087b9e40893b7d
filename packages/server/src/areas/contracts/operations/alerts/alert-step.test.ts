import { expect, test } from 'vitest';
import { newUuid } from '../../../../kit/ids.ts';
import type { AlertRule } from './alert.repository.ts';
import { noChanges, stepRule } from './alert-step.ts';

const DAY_MS = 86_400_000;

test('a rule that fired while the clock was a day ahead is resolved and can fire again after the clock is corrected', () => {
  const now = Date.now();
  const ahead = new Date(now + DAY_MS);
  const rule = {
    id: newUuid(),
    orgId: newUuid(),
    environment: 'production',
    contractId: newUuid(),
    ruleName: 'expensive',
    metric: 'gas_used',
    operator: 'greater_than',
    threshold: 10,
    windowMinutes: 5,
    cooldownSeconds: 60,
    firingAlertId: newUuid(),
    lastFiredAt: ahead,
    lastMetAt: ahead,
  } as unknown as AlertRule;
  const step = (value: number, at: number) => {
    const changes = noChanges();
    stepRule(changes, rule, value, new Date(at));
    return { fired: changes.fired.length, resolved: changes.resolved.length };
  };
  expect(step(1, now)).toEqual({ fired: 0, resolved: 1 });
  expect(step(11, now + 1_000)).toEqual({ fired: 1, resolved: 0 });
  // From here on, its window and its cooldown apply again.
  expect(step(1, now + 60_000)).toEqual({ fired: 0, resolved: 0 });
  expect(step(1, now + 302_000)).toEqual({ fired: 0, resolved: 1 });
});
