import type { Answer } from '../api/client.ts';

export type Role = Answer<'listUsers'>['users'][number]['role'];

/** Descriptions of the roles. The service decides by scopes; docs/people.md has the table. */
export const roleTexts: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'everything, people and keys too' },
  operator: { name: 'Operator', may: 'read and change all platforms' },
  developer: { name: 'Developer', may: 'read everything, change everything except outreach' },
  viewer: { name: 'Viewer', may: 'read everything, change nothing' },
};

export const roleOptions = Object.entries(roleTexts).map(([id, { name, may }]) => ({
  id,
  label: name,
  detail: may.charAt(0).toUpperCase() + may.slice(1),
}));
