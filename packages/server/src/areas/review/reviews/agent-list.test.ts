import { categories, loadAgents } from '@trivium/scanner';
import { expect, test } from 'vitest';
import { agentIds, planAgents } from './agent-list.ts';

test('every planned agent exists, and every existing agent is planned', async () => {
  const { agents } = await loadAgents();
  expect(agents.map(({ id }) => id)).toEqual([...agentIds]);
  expect(agentIds).toHaveLength(23);
  for (const { id, category } of agents) expect(id.startsWith(`${category}.`)).toBe(true);
});

test('a review of one category also runs the two judging agents, without listing them', () => {
  const planned = planAgents(['testing']);
  expect(planned.filter(({ isListed }) => isListed)).toHaveLength(3);
  expect(planned.filter(({ isListed }) => !isListed).map(({ id }) => id)).toEqual([
    'meta.verifier',
    'meta.synthesizer',
  ]);
  expect(planAgents(categories).every(({ isListed }) => isListed)).toBe(true);
});
