import { expect, test } from 'vitest';
import { compileValidator } from '../../../../kit/http/index.ts';
import { agentRoles } from '../../terms/agent-role.ts';
import { agentKind, squad } from './squad.ts';

test('each role has one agent, whose schemas can be validated', () => {
  expect(squad.map(({ role }) => role).toSorted()).toEqual([...agentRoles].toSorted());
  for (const role of agentRoles) {
    const kind = agentKind(role);
    expect(kind.role).toBe(role);
    for (const schema of [kind.input, kind.output])
      expect(compileValidator('body', schema)).toBeTypeOf('function');
  }
});
