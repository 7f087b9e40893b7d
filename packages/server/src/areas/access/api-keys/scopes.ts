const areas = ['contracts', 'outreach', 'review', 'events', 'webhooks'] as const;

/** Every scope a key can have. `admin` includes all the others and key management. */
export const allScopes: readonly string[] = [
  ...areas.flatMap((area) => [`${area}:read`, `${area}:write`]),
  'admin',
];
