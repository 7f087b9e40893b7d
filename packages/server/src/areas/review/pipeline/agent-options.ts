import type { AgentOptions, OsvOptions } from '@trivium/scanner';
import type { AgentSettings, OsvSettings } from './worker-protocol.ts';

/** Records that are read in parallel. */
const CONNECTIONS = 8;

/** Converts the settings to the agents' options. `stopAfterMs` counts from now. */
export function agentOptions(settings: AgentSettings, stopAfterMs?: number): AgentOptions {
  const stopAt = stopAfterMs === undefined ? undefined : performance.now() + stopAfterMs;
  const { advisoryDbPath, osv } = settings;
  return {
    ignoresRepositorySettings: true,
    ...(advisoryDbPath !== undefined && { advisoryDbPath }),
    ...(osv !== undefined && { osv: osvOptions(osv) }),
    ...(stopAt !== undefined && { shouldStop: () => performance.now() > stopAt }),
  };
}

/** The database is queried through the client that refuses private addresses. */
function osvOptions({ url, allowedNetworks, allowLoopback, caCertificates }: OsvSettings): OsvOptions {
  return {
    url,
    // Loaded only if a database is configured, like the code that calls models.
    async openClient() {
      const { createAddressPolicy, createGuardedClient } = await import('../../../kit/net/index.ts');
      return createGuardedClient({
        policy: createAddressPolicy({ allowedNetworks, allowLoopback, requireHttps: true }),
        userAgent: 'Trivium-Review/1.0',
        maxConnectionsPerOrigin: CONNECTIONS,
        ...(caCertificates !== undefined && { caCertificates }),
      });
    },
  };
}
