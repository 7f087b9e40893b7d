import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { required } from '../fixtures/required.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import { proposeChange } from './make-patch.ts';
import { makePatches } from './make-patches.ts';

const files = {
  'lib.mjs':
    "import { createHash } from 'node:crypto';\nexport const hash = (data) => createHash('md5').update(data).digest('hex');\n",
  'login.mjs':
    "import { hash } from './lib.mjs';\nexport const check = (user, password) => user.passwordHash === hash(password);\n",
  'cache.mjs':
    "import { createHash } from 'node:crypto';\nexport const name = (file) => createHash('md5').update(file).digest('hex');\n",
};

/** So many callers that the check of a single patch does not reach the last. */
const callers = Object.fromEntries(
  Array.from({ length: 70 }, (_, at) => [
    `callers/${at}.mjs`,
    "import { hash } from '../lib.mjs';\nexport const name = (file) => hash(file);\n",
  ]),
);

describe('patches of a review', () => {
  it('are withheld if they cause a finding elsewhere, and the others remain', async () => {
    const { index, entries, dependencies } = await reviewInput({ ...files, ...callers });
    const { findings } = await runAgent('security.crypto-transport', index, entries);
    const far = findings.find(({ file, ruleId }) => file === 'lib.mjs' && ruleId === 'crypto/weak-hash');
    // The files around it have no new finding.
    expect((await proposeChange(required(far, 'the finding'), index, entries)).checks).toMatchObject({
      resolves: true,
      noNew: true,
    });
    const application = { index, dependencies, files: entries };
    const tried = await makePatches(findings, application, { making: {}, checking: {} });
    const patched = tried.filter(({ patch }) => patch !== null).map(({ file }) => file);
    expect(patched).toEqual(['cache.mjs']);
    expect(tried.find(({ file }) => file === 'lib.mjs')?.patchChecks).toMatchObject({ noNew: false });
    expect(createFileLookup(entries).text('lib.mjs')).toBe(files['lib.mjs']);
  });

  it('are none if there is no time to check them together', async () => {
    const { index, entries, dependencies } = await reviewInput({ 'cache.mjs': files['cache.mjs'] });
    const { findings } = await runAgent('security.crypto-transport', index, entries);
    const options = { making: {}, checking: { shouldStop: () => true } };
    const application = { index, dependencies, files: entries };
    const tried = await makePatches(findings, application, options);
    expect(tried.map(({ patch }) => patch)).toEqual(tried.map(() => null));
  });
});
