const areas = ['contracts', 'outreach', 'review', 'events', 'webhooks'] as const;

/** Every scope a key can carry. `admin` grants all the others and the management of keys. */
export const allScopes: readonly string[] = [
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`]),
  'admin',
];
