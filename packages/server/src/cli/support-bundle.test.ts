import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../app/testing/test-service.ts';
import { createRedactor } from './support/redact.ts';
import { gatherBundle, writeBundle } from './support-bundle.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-bundle-'));
  service = await startTestService({ SIMULATE_NETWORKS: 'off' });
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A secret that occurs nowhere else. */
const plant = () => `Pl4nt${randomBytes(9).toString('hex')}`;

const envOf = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: service.database.connectionString,
  PORT: new URL(service.address).port,
  DATA_DIR: service.dataDir,
  ...more,
});

test('it contains no secret, wherever it was planted', async () => {
  const planted: string[] = [];
  const secret = () => {
    planted.push(plant());
    return planted.at(-1) as string;
  };
  const inFile = join(folder, 'model.key');
  await writeFile(inFile, `${secret()}\n`);
  const env = envOf({
    BOOTSTRAP_API_KEY: secret(),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtps://${secret()}:${encodeURIComponent(`${secret()}/ü`)}@mail.example.com`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id-of-the-key',
    S3_SECRET_ACCESS_KEY: secret(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${secret()},x-other=${secret()}`,
    NETWORK_BASE_MAINNET_RPC_URL: `https://rpc.example.com/v2/${secret()}?key=${secret()}`,
    NETWORK_BASE_MAINNET_SIGNER_PASSWORD: secret(),
    // Credentials in settings that the table does not mark as secret.
    S3_ENDPOINT: `https://me:${secret()}@s3.example.com/?token=${secret()}`,
    KUBERNETES_TOKEN_FILE: inFile,
    SOME_OTHER_PROGRAM_TOKEN: secret(),
  });
  planted.push(env.ENCRYPTION_KEY as string);
  const [, password = ''] = /:\/\/[^:]*:([^@]*)@/.exec(service.database.connectionString) ?? [];
  expect(password.length).toBeGreaterThan(5);
  planted.push(password);
  const log = join(folder, 'trivium.log');
  const lines = [
    `{"level":"warn","msg":"from the settings","url":"${env.SMTP_URL}","key":"${env.BOOTSTRAP_API_KEY}"}`,
    `{"level":"warn","msg":"a key","detail":"Authorization: Bearer ${secret()}"}`,
    `{"level":"warn","msg":"nested","detail":${JSON.stringify(JSON.stringify({ password: secret(), n: 1 }))}}`,
    `postgres://someone:${secret()}@db.example.com/trivium refused`,
    `trv_${secret()} was revoked; whsec_${secret()} is old`,
    `GET /hook?access_token=${secret()}&x=1`,
    `lead ${secret()}@customer.example.com bounced`,
    `-----BEGIN PRIVATE KEY-----\n${secret()}\n-----END PRIVATE KEY-----`,
    `the database says ${password}`,
    'the end of the log',
  ];
  await writeFile(log, `${lines.join('\n')}\n`);
  const text = await gatherBundle(env, log);
  for (const one of planted) expect(text).not.toContain(one);
  // The bundle still contains what a maintainer needs.
  const bundle = JSON.parse(text);
  expect(bundle.log.at(-1)).toBe('the end of the log');
  expect(bundle.log.join('\n')).toContain('from the settings');
  expect(bundle.settings).toMatchObject({
    SMTP_URL: '[set]',
    S3_BUCKET: 'files',
    KUBERNETES_TOKEN_FILE: inFile,
  });
  expect(bundle.settings.S3_ENDPOINT).toBe('https://s3.example.com/');
});

test('it contains what a maintainer needs', async () => {
  const bundle = JSON.parse(await gatherBundle(envOf(), undefined));
  expect(bundle.versions).toMatchObject({ node: process.versions.node });
  expect(bundle.doctor.length).toBeGreaterThan(8);
  expect(bundle.database.server.version).toMatch(/^PostgreSQL/);
  expect(bundle.database.migrations.length).toBeGreaterThan(20);
  const tables = bundle.database.tables.map(({ name }: { name: string }) => name);
  expect(tables).toEqual(expect.arrayContaining(['public.events', 'public.deliveries']));
  expect(bundle.metrics).toEqual(expect.arrayContaining([expect.stringMatching(/^trivium_build_info\{/)]));
});

test('it is written even if settings are invalid and no service runs, only for its owner', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const path = join(folder, 'bundle.json');
  await writeBundle({ DATA_DIR: join(folder, 'none'), PORT: 'x' }, { out: path });
  vi.restoreAllMocks();
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('the redactor does not change normal words', () => {
  const redact = createRedactor(['short', 'postgres://trivium:hunter22@db.example.com/trivium']);
  expect(redact('a short word, trivium at db.example.com, port 5432')).toBe(
    'a short word, [removed] at db.example.com, port 5432',
  );
  expect(redact('said hunter22')).toBe('said [removed]');
});
