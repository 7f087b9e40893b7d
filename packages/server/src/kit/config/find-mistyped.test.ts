import { expect, test } from 'vitest';
import { findMistyped } from './find-mistyped.ts';

const settings = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'WEBHOOK_RETRY_DELAYS',
  'SMTP_URL',
  'ENCRYPTION_KEY',
  'LOG_LEVEL',
];

test.each([
  ['WEBHOOK_RETRY_DELAY', 'WEBHOOK_RETRY_DELAYS'],
  ['WEBHOOK_RETRYDELAYS', 'WEBHOOK_RETRY_DELAYS'],
  ['WEBOHOK_RETRY_DELAYS', 'WEBHOOK_RETRY_DELAYS'],
  ['webhook_retry_delays', 'WEBHOOK_RETRY_DELAYS'],
  ['SMTP_URI', 'SMTP_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['ENCRYPTION_KEYFILE', 'ENCRYPTION_KEY_FILE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('for %s the suggestion is %s', (name, meant) => {
  expect(findMistyped(settings, { [name]: 'x' })).toEqual([{ name, meant }]);
});

test('correct settings, and settings of other programs, are not reported', () => {
  const names = [
    ...settings,
    'SMTP_URL_FILE',
    'HOSTNAME',
    'POST',
    'PATH',
    'HOME',
    'AWS_REGION',
    'NODE_ENV',
    'LANG',
  ];
  expect(findMistyped(settings, Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
