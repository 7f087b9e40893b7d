import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../packages/server/src/app/settings.ts';
import { startService } from '../../packages/server/src/app/start-service.ts';

export interface OwnService extends AsyncDisposable {
  address: string;
  /** A key with all scopes. */
  key: string;
}

/** The complete service with its own database, files and chain, all of which are removed with it. */
export async function startOwnService(settings: NodeJS.ProcessEnv = {}): Promise<OwnService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trivium-own-'));
  const key = `trv_own_${randomUUID()}`;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'silent',
    REVIEW_WARM_UP: 'off',
    // Only one attempt per delivery: a refused one is a dead letter at once.
    WEBHOOK_RETRY_DELAYS: '0',
    // Nothing listens at this address, so scaling starts nothing.
    KUBERNETES_DEPLOYMENT: 'trivium/trivium',
    KUBERNETES_API_URL: 'http://127.0.0.1:9',
    KUBERNETES_TOKEN: 'none',
    ...settings,
  };
  const service = await startService(loadSettings(env), { env });
  return {
    address: service.address,
    key,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
