import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { listen } from '../../src/kit/net/listen.fixture.ts';

interface Account {
  email: string;
  email_verified: boolean;
  name: string;
  groups?: string[];
}

export interface OpenProvider {
  issuer: string;
  accounts: Map<string, Account>;
  /** Id of the account that signs in next. */
  who: string;
  close(): Promise<void>;
}

export const CLIENT = { id: 'trivium', secret: 'a client secret for tests only' };

/** A real OpenID provider on loopback that acts as if every button had been clicked. */
export async function openProvider(redirectUri: string): Promise<OpenProvider> {
  const server = createServer();
  const { origin: issuer } = await listen(server);
  const opened: OpenProvider = {
    issuer,
    accounts: new Map(),
    who: '',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['for tests only'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...opened.accounts.get(id) }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    click(provider, opened, request, response).catch((error: Error) => response.destroy(error));
  });
  return opened;
}

async function click(
  provider: Provider,
  { who }: OpenProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: who } });
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile');
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

/** A browser that follows redirects and keeps separate cookies for each address. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects until a page is shown, or the address has a `#` part; returns that address. */
  async visit(address: string): Promise<string> {
    let url = new URL(address);
    for (let hops = 0; hops < 20 && url.hash === ''; hops++) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.cookieFor(url.origin) },
      });
      await response.body?.cancel();
      const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
      this.#cookies.set(url.origin, jar);
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) break;
      url = new URL(location, url);
    }
    return url.href;
  }

  cookieFor(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
