import { join, resolve } from 'node:path';
import { KubernetesLauncher, LocalWorkers, type NodeLauncher } from '../../areas/contracts/index.ts';
import type { DatabaseConnection } from '../../kit/db/index.ts';
import { memoryArguments } from '../../kit/processes/index.ts';
import type { AreaBase } from '../area-base.ts';

const mainPath = join(import.meta.dirname, '../../main.mjs');

/** How scaling starts nodes: in Kubernetes if a Deployment is configured, otherwise as processes of this machine. */
export function openLauncher(
  { settings, connection, env, address, log }: AreaBase,
  simulateNetworks: boolean,
): NodeLauncher {
  const [namespace, deployment] = settings.KUBERNETES_DEPLOYMENT?.split('/') ?? [];
  if (namespace !== undefined && deployment !== undefined) {
    return new KubernetesLauncher({
      namespace,
      deployment,
      apiUrl: settings.KUBERNETES_API_URL,
      token: settings.KUBERNETES_TOKEN,
      caFile: settings.KUBERNETES_CA_FILE,
    });
  }
  return new LocalWorkers({
    command: [process.execPath, ...memoryArguments(), mainPath, 'worker'],
    // The settings of this process, plus the values that a worker cannot find out by itself.
    env: () => ({
      ...env,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: resolve(settings.DATA_DIR),
      PUBLIC_URL: address.urlOrHost,
      SIMULATE_NETWORKS: simulateNetworks ? 'on' : 'off',
    }),
    onError: (error) => log.warn({ err: error }, 'operations of the contracts platform'),
  });
}

function urlOf(connection: DatabaseConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${account}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
