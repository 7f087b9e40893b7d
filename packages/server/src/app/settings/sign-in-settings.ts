import {
  listOf,
  oneOf,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../../kit/config/index.ts';
import { isLoopbackHost } from '../loopback.ts';
import { define } from './define-setting.ts';

const roles = ['owner', 'operator', 'developer', 'viewer'] as const;

/** Single sign-on with OpenID Connect. */
export const signInSettings = {
  OIDC_ISSUER_URL: define({
    default: undefined,
    description:
      'Issuer of an OpenID Connect provider, such as https://login.example.com. The redirect address at the provider is PUBLIC_URL/sign-in/sso/callback. Unset: no single sign-on.',
    parse: (value) => {
      const url = URL.parse(value);
      const isSafe =
        url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
      if (!isSafe) throw new Error('It must be an https URL, such as https://login.example.com.');
      return value;
    },
  }),
  OIDC_CLIENT_ID: define({
    default: undefined,
    description: 'The client id that the provider has for this service. Unset: no single sign-on.',
    parse: text,
  }),
  OIDC_CLIENT_SECRET: define({
    default: undefined,
    description: 'The client secret. Unset: a public client, with PKCE only.',
    secret: true,
    parse: text,
  }),
  OIDC_NAME: define({
    default: 'single sign-on',
    description: 'What the button on the sign-in page calls the provider, such as Example Login.',
    parse: text,
  }),
  OIDC_ORGANIZATION: define({
    default: 'default',
    description: 'Name of the organization that single sign-on leads to.',
    parse: text,
  }),
  OIDC_ALLOWED_DOMAINS: define({
    default: '',
    description:
      'Domains of verified e-mail addresses that need no invitation, such as example.com, separated by commas. Empty: everybody needs an invitation.',
    parse: listOf((item) => {
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(item))
        throw new Error('It must be domains such as example.com.');
      return item.toLowerCase();
    }),
  }),
  OIDC_DEFAULT_ROLE: define({
    default: 'viewer',
    description: 'Role of people without an invitation and without a group in OIDC_ROLES.',
    parse: oneOf(...roles),
  }),
  OIDC_ROLE_CLAIM: define({
    default: 'groups',
    description: 'The claim of the provider that holds the groups of a person.',
    parse: text,
  }),
  OIDC_ROLES: define({
    default: '',
    description:
      'Which group of that claim gives which role, such as platform-team=owner,engineering=developer. The highest wins, at each sign-in. Empty: roles are only set in Trivium.',
    parse: listOf((item) => {
      const at = item.lastIndexOf('=');
      const role = roles.find((name) => name === item.slice(at + 1));
      if (at <= 0 || role === undefined) {
        throw new Error(
          `It must be pairs such as engineering=developer, with the roles ${roles.join(', ')}.`,
        );
      }
      return { group: item.slice(0, at), role };
    }),
  }),
} satisfies SettingsTable;

/** Throws `SettingError` if only one of issuer and client id is set. */
export function checkSingleSignOn({
  OIDC_ISSUER_URL,
  OIDC_CLIENT_ID,
}: SettingsOf<typeof signInSettings>): void {
  if (OIDC_ISSUER_URL !== undefined && OIDC_CLIENT_ID === undefined)
    throw new SettingError('OIDC_CLIENT_ID', 'It is required with OIDC_ISSUER_URL.');
  if (OIDC_ISSUER_URL === undefined && OIDC_CLIENT_ID !== undefined)
    throw new SettingError('OIDC_ISSUER_URL', 'It is required with OIDC_CLIENT_ID.');
}
