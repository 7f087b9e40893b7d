import { createContext, useContext } from 'react';
import { type Operations, Trivium, TriviumError } from '../../../sdk/src/index.ts';
import { parseExactly } from './exact-numbers.ts';

export type OperationId = keyof Operations;
export type Answer<Id extends OperationId> = Operations[Id]['response'];
export type Body<Id extends OperationId> = NonNullable<Operations[Id]['body']>;

/** Who is signed in. */
export type Session = Answer<'readSession'>;

/** What pages work with: the API, and the current session. */
export interface Client {
  trivium: Trivium;
  /** Undefined in the portal, whose links give access to one subscription. */
  session: Session | undefined;
}

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client above this component.');
  return client;
}

/** The current session; undefined without one, as in the portal and before signing in. */
export function useSession(): Session | undefined {
  return useContext(ClientContext)?.session;
}

/** The typed client of the whole API: `useApi().publishEvent({ body })`. */
export function useApi(): Trivium['api'] {
  return useClient().trivium.api;
}

/** Whether the session has the scope. The portal only offers what its links allow. */
export function useMay(scope: string): boolean {
  const { session } = useClient();
  if (session === undefined) return scope.startsWith('webhooks:');
  return session.scopes.includes(scope) || session.scopes.includes('admin');
}

/** Viewers are told right away that it takes longer, and the page retries on its own. */
const options = { url: location.origin, maxRetries: 1, maxRetryDelayMs: 2_000, parseJson: parseExactly };

/** A client authenticated by the session cookie. Scripts cannot read it, so no key is within their reach. */
export function clientBySession(): Trivium {
  const bySession: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    headers.set('x-trivium-session', '1');
    return fetch(url, { ...init, headers, credentials: 'same-origin' });
  };
  return new Trivium({ ...options, key: 'none', fetch: bySession });
}

export function clientByKey(key: string): Trivium {
  return new Trivium({ ...options, key });
}

export function isRefusal(error: unknown, status: number): error is TriviumError {
  return error instanceof TriviumError && error.status === status;
}
