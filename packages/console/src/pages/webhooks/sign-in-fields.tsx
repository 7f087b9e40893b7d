import { Choice } from '../../parts/fields.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { FormPartProps } from './subscription-form.tsx';

/** Fields that show their own errors. */
const ownFields = ['username', 'token_url', 'client_id', 'certificate', 'private_key'];
const NEVER_SHOWN = 'Stored encrypted and never shown again.';

/** How the service authenticates to the receiver; `had`: it already does, with a secret nobody can read. */
export function SignInFields({ form, set, problemOf, had }: FormPartProps & { had: boolean }) {
  const isBelow = ownFields.some((name) => problemOf(`auth.${name}`) !== undefined);
  return (
    <>
      <Choice
        label="Authentication to the receiver"
        value={form.authIs}
        onChange={set('authIs')}
        options={[
          ...(had ? [{ id: 'keep', label: 'Unchanged' }] : []),
          { id: 'none', label: 'None: the signature is enough' },
          { id: 'basic', label: 'User name and password' },
          { id: 'bearer', label: 'With a token' },
          { id: 'oauth2', label: 'OAuth 2.0 (client credentials)' },
          { id: 'mtls', label: 'Client certificate (mTLS)' },
        ]}
        error={isBelow ? undefined : problemOf('auth')}
      />
      {form.authIs === 'basic' && (
        <TextInput
          label="User"
          value={form.username}
          onChange={set('username')}
          isRequired
          error={problemOf('auth.username')}
        />
      )}
      {(form.authIs === 'basic' || form.authIs === 'bearer') && (
        <TextInput
          label={form.authIs === 'basic' ? 'Password' : 'Token'}
          type="password"
          value={form.authSecret}
          onChange={set('authSecret')}
          isRequired
          autoComplete="off"
          hint={NEVER_SHOWN}
        />
      )}
      {form.authIs === 'oauth2' && <OAuth2 form={form} set={set} problemOf={problemOf} />}
      {form.authIs === 'mtls' && <Certificate form={form} set={set} problemOf={problemOf} />}
    </>
  );
}

function OAuth2({ form, set, problemOf }: FormPartProps) {
  return (
    <>
      <TextInput
        label="Address of the token endpoint"
        type="url"
        value={form.tokenUrl}
        onChange={set('tokenUrl')}
        isRequired
        placeholder="https://login.example.com/oauth2/token"
        hint="The service gets a token there, and a new one before it ends or when the receiver refuses it."
        error={problemOf('auth.token_url')}
      />
      <div className="filters">
        <TextInput
          label="Client id"
          value={form.clientId}
          onChange={set('clientId')}
          isRequired
          error={problemOf('auth.client_id')}
        />
        <TextInput
          label="Client secret"
          type="password"
          value={form.authSecret}
          onChange={set('authSecret')}
          isRequired
          autoComplete="off"
          hint={NEVER_SHOWN}
        />
      </div>
      <div className="filters">
        <TextInput label="Scope" value={form.scope} onChange={set('scope')} placeholder="orders.write" />
        <TextInput label="Audience" value={form.audience} onChange={set('audience')} />
      </div>
      <Choice
        label="Where to send id and secret"
        value={form.clientAuthentication}
        onChange={set('clientAuthentication')}
        options={[
          { id: 'basic', label: 'In the header Authorization' },
          { id: 'body', label: 'In the body' },
        ]}
      />
    </>
  );
}

function Certificate({ form, set, problemOf }: FormPartProps) {
  return (
    <>
      <TextInput
        label="Certificate (PEM)"
        value={form.certificate}
        onChange={set('certificate')}
        rows={5}
        isCode
        isRequired
        placeholder="-----BEGIN CERTIFICATE-----"
        hint="The client’s own first, then the rest of its chain."
        error={problemOf('auth.certificate')}
      />
      <TextInput
        label="Private key (PEM)"
        value={form.authSecret}
        onChange={set('authSecret')}
        rows={5}
        isCode
        isRequired
        placeholder="-----BEGIN PRIVATE KEY-----"
        hint={`Not encrypted. ${NEVER_SHOWN}`}
        error={problemOf('auth.private_key')}
      />
    </>
  );
}
