import { expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

async function noncesIn(path: string, code: string): Promise<number[]> {
  const { index, entries, dependencies } = await reviewInput({ [path]: code });
  const { findings } = await runAgent('security.crypto-transport', index, entries, { dependencies });
  return findings.filter((one) => one.ruleId === 'crypto/fixed-nonce').map((one) => one.line);
}

it.each([
  [
    'src/a.ts',
    "const IV = Buffer.alloc(16, 0);\nexport function seal(key) {\n  return createCipheriv('aes-256-cbc', key, IV);\n}\n",
    3,
  ],
  [
    'src/a.py',
    'class Vault:\n    def __init__(self, key):\n        self._aead = AESGCM(key)\n        self._nonce = bytes(12)\n    def seal(self, text):\n        return self._aead.encrypt(self._nonce, text, None)\n',
    6,
  ],
])('a fixed nonce is reported where %s encrypts with it', async (path, code, line) => {
  expect(await noncesIn(path, code)).toEqual([line]);
});

it('a random nonce is not', async () => {
  const code =
    "export function seal(key) {\n  const IV = randomBytes(16);\n  return createCipheriv('aes-256-cbc', key, IV);\n}\n";
  expect(await noncesIn('src/a.ts', code)).toEqual([]);
});
