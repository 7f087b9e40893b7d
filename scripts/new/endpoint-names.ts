/** An area whose resources have their own tables, and what its routes have in common. */
export interface AreaFacts {
  base: string;
  tag: string;
  read: { access: string; limit: string };
  write: { access: string; limit: string };
  /** The name of the service with `db`, `clock` and `unitOfWork` in the area's `routes.ts`. */
  service: string;
  /** The file with its id prefixes, below `packages/server/src`. */
  ids: string;
  /** The file in which the tests make one of each of its kinds, below `packages/server/src`. */
  samples: string;
  /** Whether its resources are grouped in rooms, whose order `.dependency-cruiser.mjs` checks. */
  hasRooms: boolean;
}

const samplesOf = (name: string) => `app/testing/${name}-samples.ts`;

export const areas: Readonly<Record<string, AreaFacts>> = {
  contracts: {
    base: '/v1/contracts',
    tag: 'Contracts',
    read: { access: 'contracts:read', limit: 'contracts_queries' },
    write: { access: 'contracts:write', limit: 'contracts_operations' },
    service: 'core',
    ids: 'areas/contracts/terms/contracts-ids.ts',
    samples: samplesOf('contracts'),
    hasRooms: true,
  },
  outreach: {
    base: '/v1/outreach',
    tag: 'Outreach',
    read: { access: 'outreach:read', limit: 'outreach_queries' },
    write: { access: 'outreach:write', limit: 'outreach_leads' },
    service: 'leads',
    ids: 'areas/outreach/terms/outreach-ids.ts',
    samples: samplesOf('outreach'),
    hasRooms: true,
  },
  review: {
    base: '/v1/review',
    tag: 'Review',
    read: { access: 'review:read', limit: 'review_queries' },
    write: { access: 'review:write', limit: 'review_queries' },
    service: 'service',
    ids: 'areas/review/review-ids.ts',
    samples: samplesOf('review'),
    hasRooms: false,
  },
  workflows: {
    base: '/v1/workflows',
    tag: 'Workflows',
    read: { access: 'events:read', limit: 'workflows_api' },
    write: { access: 'events:write', limit: 'workflows_api' },
    service: 'service',
    ids: 'engine/workflows/workflow-ids.ts',
    samples: samplesOf('workflow'),
    hasRooms: false,
  },
};

/** An invalid request; the message says what to change. */
export class NewEndpointError extends Error {
  override name = 'NewEndpointError';
}

export interface EndpointNames {
  area: string;
  facts: AreaFacts;
  /** The folder within the area, such as `books/notes`. */
  resource: string;
  /** In file names, such as `sales-note`. */
  kebab: string;
  /** In code and texts: `salesNote`, `SalesNote`, `sales note`. */
  camel: string;
  pascal: string;
  words: string;
  /** `sales-notes` in the path, `sales_notes` in the answer and as the table, `SalesNotes` in names. */
  plural: { kebab: string; snake: string; pascal: string };
  /** Prefix of the ids, such as `sls`. */
  prefix: string;
}

const kebabPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Throws `NewEndpointError` for the first invalid argument. */
export function nameEndpoint(
  area: string,
  resource: string,
  name: string,
  prefix = abbreviate(name),
): EndpointNames {
  const facts = Object.hasOwn(areas, area) ? areas[area] : undefined;
  if (facts === undefined) {
    const known = Object.keys(areas).join(', ');
    throw new NewEndpointError(`The area must be one of ${known}. The others have no tables of their own.`);
  }
  const parts = resource.split('/');
  const depth = facts.hasRooms ? 2 : 1;
  if (parts.length !== depth || !parts.every((part) => kebabPattern.test(part))) {
    const form = facts.hasRooms ? '<room>/<resource>, such as books/notes' : 'one folder, such as notes';
    throw new NewEndpointError(`The folder in ${area} must be ${form}, in small letters.`);
  }
  if (!kebabPattern.test(name))
    throw new NewEndpointError(`The name must be one thing in small letters, such as note or sales-note.`);
  if (!/^[a-z]{3}$/.test(prefix))
    throw new NewEndpointError('The prefix of the ids must be three small letters, such as sln.');
  const plural = pluralOf(name);
  return {
    area,
    facts,
    resource,
    kebab: name,
    camel: camelOf(name),
    pascal: pascalOf(name),
    words: name.replaceAll('-', ' '),
    plural: { kebab: plural, snake: plural.replaceAll('-', '_'), pascal: pascalOf(plural) },
    prefix,
  };
}

function camelOf(kebab: string): string {
  return kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function pascalOf(kebab: string): string {
  const camel = camelOf(kebab);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

function pluralOf(kebab: string): string {
  if (/[^aeiou]y$/.test(kebab)) return kebab.replace(/y$/, 'ies');
  return /(s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`;
}

/** The first letter and the consonants after it: `sls` for `sales-note`. */
function abbreviate(name: string): string {
  const letters = name.replace(/[^a-z]/g, '');
  const consonants = letters[0] + letters.slice(1).replace(/[aeiou]/g, '');
  return (consonants.length < 3 ? letters : consonants).slice(0, 3);
}
