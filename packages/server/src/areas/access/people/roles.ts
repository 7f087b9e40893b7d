import { allScopes } from '../api-keys/scopes.ts';

export const roles = ['owner', 'operator', 'developer', 'viewer'] as const;

/** A person's role in an organization. */
export type Role = (typeof roles)[number];

const reads = allScopes.filter((scope) => scope.endsWith(':read'));
const writes = (...areas: string[]) => areas.map((area) => `${area}:write`);

/** A role is a set of scopes; the route table checks only scopes. docs/people.md explains them. */
export const scopesOfRole: Readonly<Record<Role, readonly string[]>> = {
  owner: ['admin'],
  operator: [...reads, ...writes('contracts', 'outreach', 'review', 'events', 'webhooks')],
  developer: [...reads, ...writes('contracts', 'review', 'events', 'webhooks')],
  viewer: reads,
};

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
