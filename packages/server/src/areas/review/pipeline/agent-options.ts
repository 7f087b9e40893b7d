import type { AgentOptions, OsvOptions } from '@trivium/scanner';
import type { AgentSettings, OsvSettings } from './worker-protocol.ts';

/** Records that are read side by side. */
const CONNECTIONS = 8;

/** The agents' options in their own words. `stopAfterMs` counts from now. */
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

/** The database is asked through the client that reaches no private address. */
function osvOptions({ url, allowedNetworks, allowLoopback, caCertificates }: OsvSettings): OsvOptions {
  return {
    url,
    // Loaded where a database is set alone, as what asks models is.
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
