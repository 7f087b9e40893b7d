import { AppError } from '../../../kit/errors/index.ts';
import { grants, PRODUCTION } from '../../../kit/http/index.ts';
import { AddressList } from '../../../kit/net/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { lockIssuer } from './api-key.repository.ts';
import type { KeyManager } from './key-service.ts';

interface Issue {
  /** The key that gets a new secret, when it already exists. */
  keyId?: string;
  scopes: readonly string[];
  environment: string;
  expiresAt: Date | null;
  /** Null for anywhere; undefined for keys that are not the organization's own. */
  allowedAddresses?: readonly string[] | null | undefined;
}

/**
 * Prevents privilege escalation: a key grants only scopes it has, for its own environment (production: for
 * any), and nothing that outlives it or works from where it does not. Throws an error the caller may see.
 */
export async function checkMayIssue(tx: AccessTransaction, manager: KeyManager, issue: Issue): Promise<void> {
  if (manager === undefined) return;
  const lacking = issue.scopes.find((scope) => !grants(manager, scope));
  if (lacking !== undefined) {
    throw forbidden('scopes', `This API key lacks the scope \`${lacking}\` and cannot grant it.`);
  }
  if (manager.environment !== PRODUCTION && issue.environment !== manager.environment) {
    throw forbidden(
      'environment',
      `A key of the environment \`${manager.environment}\` makes keys of that environment only.`,
    );
  }
  const own = await requireIssuer(tx, manager);
  if (manager.keyId === issue.keyId) return;
  checkAddresses(own.allowedAddresses, issue.allowedAddresses);
  if (own.expiresAt === null) return;
  if (issue.expiresAt === null || issue.expiresAt > own.expiresAt) {
    throw forbidden(
      'expires_at',
      `This API key expires at ${own.expiresAt.toISOString()}, and what it makes must not outlive it. Set \`expires_at\` to that or earlier.`,
    );
  }
}

/**
 * Throws `unauthorized` when the key or person was revoked since the request was let in; otherwise it cannot be
 * until the transaction ends.
 */
export async function requireIssuer(
  tx: AccessTransaction,
  { orgId, keyId }: Pick<NonNullable<KeyManager>, 'orgId' | 'keyId'>,
) {
  const issuer = await lockIssuer(tx, orgId, keyId);
  if (issuer !== undefined) return issuer;
  throw new AppError('unauthorized', {
    message: 'This API key was revoked, or this person was removed. Use another key.',
  });
}

function checkAddresses(own: readonly string[] | null, issued: Issue['allowedAddresses']): void {
  if (own === null || issued === undefined) return;
  if (issued !== null && new AddressList(own).coversAll(new AddressList(issued))) return;
  throw forbidden(
    'allowed_addresses',
    `This API key is limited to ${own.join(', ')}, and what it makes must not work from elsewhere. Set \`allowed_addresses\` to some of them.`,
  );
}

function forbidden(field: string, message: string): AppError {
  return new AppError('forbidden', { field, message });
}
