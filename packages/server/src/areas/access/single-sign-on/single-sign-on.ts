import type { Configuration } from 'openid-client';
import type { Clock } from '../../../kit/clock.ts';
import type { GuardedClient } from '../../../kit/net/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import type { Role } from '../people/roles.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { SignInProblem } from './sign-in-problem.ts';

export interface SingleSignOnSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Display name of the provider. */
  name: string;
  organization: string;
  /** In lower case. */
  allowedDomains: readonly string[];
  defaultRole: Role;
  roleClaim: string;
  /** Maps groups to roles. */
  roles: readonly { group: string; role: Role }[];
}

export interface SingleSignOnOptions {
  settings: SingleSignOnSettings;
  client: GuardedClient;
  secretBox: SecretBox;
  clock: Clock;
}

/** A person's verified claims from the provider. */
export interface ProvenPerson {
  /** Issuer and subject: the identifier that never changes. */
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  groups: string[];
}

/** Stored in the browser's cookie, so that no other browser can complete the sign-in. */
interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** The database index takes no longer ones; OpenID Connect limits the subject to 255 characters. */
const MAX_SUBJECT_LENGTH = 2_000;
const ATTEMPT_MS = 600_000;
/** The provider's keys may change sooner; its endpoints rarely do. */
const METADATA_MS = 3_600_000;
const SEALED_AS = 'single sign-on attempt';

/** Authorization code flow with PKCE, against one provider. */
export class SingleSignOn {
  readonly settings: SingleSignOnSettings;
  readonly #options: SingleSignOnOptions;
  #metadata: { found: Promise<Configuration>; at: number } | undefined;

  constructor(options: SingleSignOnOptions) {
    this.#options = options;
    this.settings = options.settings;
  }

  /** The URL to redirect the browser to, and the cookie it has to bring back. Throws `SignInProblem`. */
  async begin(redirectUri: string): Promise<{ url: string; cookie: string; lifetimeSeconds: number }> {
    const { secretBox, clock } = this.#options;
    const oidc = await import('openid-client');
    const config = await this.#configuration();
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const attempt: Attempt = { state, nonce, verifier, expiresAt: clock.now() + ATTEMPT_MS };
    const cookie = secretBox.seal(JSON.stringify(attempt), SEALED_AS);
    return { url: url.href, cookie, lifetimeSeconds: ATTEMPT_MS / 1_000 };
  }

  /** The person who came back. Throws `SignInProblem`. */
  async finish(cookie: string | undefined, cameBackTo: URL): Promise<ProvenPerson> {
    const { state, nonce, verifier } = this.#openAttempt(cookie);
    const oidc = await import('openid-client');
    const config = await this.#configuration();
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      const tokens = await oidc.authorizationCodeGrant(config, cameBackTo, {
        ...checks,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInProblem('refused');
      const asked = config.serverMetadata().userinfo_endpoint;
      const more = asked ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return this.#toPerson({ ...more, ...claims }, claims);
    } catch (error) {
      throw error instanceof SignInProblem ? error : new SignInProblem('refused', error);
    }
  }

  #toPerson(said: Record<string, unknown>, { iss, sub }: { iss: string; sub: string }): ProvenPerson {
    const groups = said[this.settings.roleClaim];
    // Providers let people choose their names, and PostgreSQL stores neither NUL nor unpaired surrogates.
    const textOf = (value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() || undefined : undefined;
    const subject = `${iss} ${sub}`;
    if (textOf(subject) !== subject || subject.length > MAX_SUBJECT_LENGTH)
      throw new SignInProblem('refused');
    return {
      subject,
      email: textOf(said.email),
      isEmailVerified: said.email_verified === true,
      name: textOf(said.name) ?? textOf(said.preferred_username),
      groups: [groups].flat().filter((group) => typeof group === 'string'),
    };
  }

  #openAttempt(cookie: string | undefined): Attempt {
    let attempt: Attempt | undefined;
    try {
      attempt = JSON.parse(this.#options.secretBox.open(cookie ?? '', SEALED_AS));
    } catch (error) {
      throw new SignInProblem('ended', error);
    }
    if (attempt === undefined || attempt.expiresAt <= this.#options.clock.now())
      throw new SignInProblem('ended');
    return attempt;
  }

  async #configuration(): Promise<Configuration> {
    const now = this.#options.clock.now();
    if (this.#metadata === undefined || now - this.#metadata.at > METADATA_MS)
      this.#metadata = { found: this.#discover(), at: now };
    try {
      return await this.#metadata.found;
    } catch (error) {
      this.#metadata = undefined;
      throw new SignInProblem('unreachable', error);
    }
  }

  async #discover(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.startsWith('http:');
    return oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        [oidc.customFetch]: guardedFetch(this.#options.client),
        timeout: 10,
        // The setting allows plain HTTP only for loopback addresses.
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      },
    );
  }
}
