import { expect, test } from 'vitest';
import { loadSettings } from './settings.ts';

test.each([
  [{ LLM_MODEL: 'm', LLM_PROVIDER: 'local' }, 'LLM_BASE_URL'],
  [{ LLM_MODEL: 'm' }, 'LLM_API_KEY'],
  [{ LLM_MODEL: 'm', LLM_PROVIDER: 'openai' }, 'LLM_API_KEY'],
  [{ LLM_MODEL: 'm', LLM_PROVIDER: 'azure', LLM_API_KEY: 'k' }, 'LLM_BASE_URL'],
  [{ LLM_MODEL: 'm', LLM_PROVIDER: 'google', LLM_API_KEY: 'k' }, 'LLM_PRICE_USD'],
  [{ LLM_MODEL: 'claude-sonnet-4-5', LLM_API_KEY: 'k', LLM_REVIEW_BUDGET_USD: '0' }, 'LLM_REVIEW_BUDGET_USD'],
  [
    { LLM_MODEL: 'claude-sonnet-4-5', LLM_API_KEY: 'k', LLM_MONTHLY_BUDGET_USD: 'all' },
    'LLM_MONTHLY_BUDGET_USD',
  ],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'minio' }, 'S3_ENDPOINT'],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'a' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'b', S3_SESSION_TOKEN: 'a' }, 'S3_ACCESS_KEY_ID'],
  [{ OIDC_ISSUER_URL: 'https://login.example.com' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_CLIENT_ID: 'trivium' }, 'OIDC_ISSUER_URL'],
  [{ OIDC_ISSUER_URL: 'http://login.example.com', OIDC_CLIENT_ID: 'trivium' }, 'OIDC_ISSUER_URL'],
  [{ OIDC_ROLES: 'engineering=boss' }, 'OIDC_ROLES'],
  [{ ADVISORY_DB_PATH: '/not/here' }, 'ADVISORY_DB_PATH'],
  [{ DATABASE_READ_URL: 'postgresql://replica/trivium' }, 'DATABASE_URL'],
  [{ DATABASE_READ_URL: 'postgresql://replica/trivium,', DATABASE_URL: 'http://primary' }, 'DATABASE_URL'],
  [{ DATABASE_READ_URL: 'replica:5432', DATABASE_URL: 'postgresql://primary/trivium' }, 'DATABASE_READ_URL'],
  [{ DATABASE_READ_MAX_AGE: '0' }, 'DATABASE_READ_MAX_AGE'],
])('%j prevent the start, and %s is named', (env, name) => {
  expect(() => loadSettings(env)).toThrow(name);
});

test('a model at a custom address needs no key', () => {
  const env = { LLM_MODEL: 'm', LLM_PROVIDER: 'local', LLM_BASE_URL: 'http://127.0.0.1:11434/v1' };
  expect(loadSettings(env).LLM_API_KEY).toBe('');
});

test("a comma inside a replica's address does not split it", () => {
  const urls = ['postgresql://a:p%2Cw@one/t?application_name=x,y', 'postgres://two/t'];
  const env = { DATABASE_URL: 'postgresql://primary/t', DATABASE_READ_URL: urls.join(', ') };
  expect(loadSettings(env).DATABASE_READ_URL).toEqual(urls);
});
