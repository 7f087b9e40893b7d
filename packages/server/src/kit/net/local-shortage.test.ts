import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.each([
  ['the receiver', undefined],
  ['the proxy', { hostname: '127.0.0.1', port: 9 }],
])(
  'a connection for which this process has no file descriptor left is not blamed on %s',
  async (_whom, proxy) => {
    const script = `
    import { openSync } from 'node:fs';
    import { createServer } from 'node:http';
    import { createAddressPolicy, createGuardedClient } from ${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))};
    const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
    const client = createGuardedClient({ policy, userAgent: 'test', proxy: ${JSON.stringify(proxy)} });
    createServer((_, response) => response.end()).listen(0, '127.0.0.1', async function () {
      try { for (;;) openSync('/dev/null'); } catch {}
      const outcome = await client.post({ url: 'http://127.0.0.1:' + this.address().port, headers: {}, body: '' });
      console.log(outcome.reason);
      process.exit();
    });`;
    const command = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, script]);
    expect(stdout).toBe('overloaded\n');
  },
);
