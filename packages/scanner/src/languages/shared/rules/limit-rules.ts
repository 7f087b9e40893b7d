export const pageSize = '(?:limit|pageSize|page_size|perPage|per_page|pageLimit|page_limit|take)';
export const size = {
  id: 'access/requested-size',
  impact: 'weakening',
  confidence: 0.5,
  cwe: ['CWE-770', 'CWE-400'],
  source: 'code',
  description: 'The number of records in a response has no maximum, so a few requests can use up all memory.',
} as const;
