import { categories, loadAgents } from '@trivium/scanner';
import { expect, test } from 'vitest';
import { agentIds, planAgents } from './agent-list.ts';

test('every agent that a review plans exists, and every one that exists is planned', async () => {
  const { agents } = await loadAgents();
  expect(agents.map(({ id }) => id)).toEqual([...agentIds]);
  expect(agentIds).toHaveLength(23);
  for (const { id, category } of agents) expect(id.startsWith(`${category}.`)).toBe(true);
});

test('a review of one category is judged by the two agents that judge, without listing them', () => {
  const planned = planAgents(['testing']);
  expect(planned.filter(({ isListed }) => isListed)).toHaveLength(3);
  expect(planned.filter(({ isListed }) => !isListed).map(({ id }) => id)).toEqual([
    'meta.verifier',
    'meta.synthesizer',
  ]);
  expect(planAgents(categories).every(({ isListed }) => isListed)).toBe(true);
});
