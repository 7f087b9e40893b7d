import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { makeBucket } from '../../packages/server/test/reliability/harness/object-store.ts';

type Environment = Record<string, string>;

/** An S3 store with a bucket. */
export interface TestStore extends AsyncDisposable {
  name: string;
  bucket: string;
  /** Settings of S3, without the bucket. */
  settings: Environment;
  /** Whether it checks keys and signatures. */
  checksKeys: boolean;
  /** Where its buckets are subdomains. */
  virtualEndpoint?: string | undefined;
}

/** The store from the settings of S3 and S3_TEST_BUCKET; otherwise moto, which accepts any key. */
export async function openTestStore(env: NodeJS.ProcessEnv): Promise<TestStore> {
  const { S3_TEST_BUCKET: bucket, S3_TEST_VIRTUAL_ENDPOINT: virtualEndpoint } = env;
  if (bucket === undefined) return startMoto(env.MOTO_SERVER ?? 'moto_server');
  const given = Object.entries(env).filter(([name]) => /^S3_(?!TEST_)/.test(name));
  const settings = Object.fromEntries(given) as Environment;
  await makeBucket({
    bucket,
    region: settings.S3_REGION ?? 'us-east-1',
    endpoint: settings.S3_ENDPOINT,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  });
  return {
    name: env.S3_ENDPOINT ?? 'S3 of Amazon',
    bucket,
    settings,
    checksKeys: true,
    virtualEndpoint,
    async [Symbol.asyncDispose]() {},
  };
}

async function startMoto(program: string): Promise<TestStore> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['--port', String(port)], { stdio: 'ignore' });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', () =>
      reject(new Error(`${program} was not found: pip install 'moto[server]==5.2.1'`)),
    );
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  failed.catch(() => {});
  const bucket = 'company-backups';
  const close = async () => void child.kill('SIGKILL');
  try {
    await Promise.race([untilAnswers(endpoint), failed]);
    await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: 'moto',
    bucket,
    settings: { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'any', S3_SECRET_ACCESS_KEY: 'any' },
    checksKeys: false,
    [Symbol.asyncDispose]: close,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilAnswers(endpoint: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await fetch(`${endpoint}/moto-api/`).catch(() => undefined))?.ok) {
    if (performance.now() > until) throw new Error(`${endpoint} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A separate prefix in the bucket. */
export function newPrefix(): string {
  return `trivium-test-${randomUUID()}`;
}
