import { allScopes } from '../api-keys/scopes.ts';

export const roles = ['owner', 'operator', 'developer', 'viewer'] as const;

/** What a person is in an organization. */
export type Role = (typeof roles)[number];

const reads = allScopes.filter((scope) => scope.endsWith(':read'));
const writes = (...areas: string[]) => areas.map((area) => `${area}:write`);

/** Each role is a set of scopes, and the route table asks for scopes alone. docs/people.md has the table in words. */
export const scopesOfRole: Readonly<Record<Role, readonly string[]>> = {
  owner: ['admin'],
  operator: [...reads, ...writes('contracts', 'outreach', 'review', 'events', 'webhooks')],
  developer: [...reads, ...writes('contracts', 'review', 'events', 'webhooks')],
  viewer: reads,
};

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
