import { existsSync } from 'node:fs';
import { httpUrl, integer, oneOf, type SettingsTable } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Reviews of applications. */
export const reviewSettings = {
  REVIEW_THREADS: define({
    default: undefined,
    description: 'Threads that analyse and review applications. Unset: one for each processor, at most 4.',
    parse: integer(1, 64),
  }),
  REVIEW_THREAD_MEMORY_MB: define({
    default: '2048',
    description: 'Heap of one such thread. An analysis that needs more fails with a named error.',
    parse: integer(128, 65_536),
  }),
  REVIEW_ANALYSIS_TIMEOUT_SECONDS: define({
    default: '600',
    description: 'An analysis that takes longer fails with a named error.',
    parse: integer(1, 86_400),
  }),
  REVIEW_AGENT_TIMEOUT_SECONDS: define({
    default: '180',
    description: 'An agent that takes longer fails with a named error.',
    parse: integer(1, 86_400),
  }),
  REVIEW_WARM_UP: define({
    default: 'off',
    description:
      'Whether the service analyses some of its own code when it starts (about 2 s of one processor, at low priority, and 240 MB for five minutes), so that the first application takes little longer than the next.',
    parse: oneOf('on', 'off'),
  }),
  ADVISORY_DB_PATH: define({
    default: undefined,
    description:
      'Where to look up known vulnerabilities of dependencies: a folder of OSV files, or an `all.zip` of them. Unset: the short list that comes with the service.',
    parse: existingPath,
  }),
  OSV_API_URL: define({
    default: undefined,
    description:
      'Database to ask about dependencies when an application is analysed, such as https://api.osv.dev; names and versions of packages are sent there. Unset: nothing is asked.',
    parse: httpUrl,
  }),
} satisfies SettingsTable;

function existingPath(value: string): string {
  if (!existsSync(value)) throw new Error('There is no such file or folder.');
  return value;
}
