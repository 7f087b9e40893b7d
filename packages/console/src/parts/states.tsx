import { CircleAlert, Inbox, type LucideIcon, ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { TriviumConnectionError, TriviumError } from '../../../sdk/src/index.ts';
import { isRefusal, useSession } from '../api/client.ts';
import { to } from '../app/router.tsx';
import { Button } from './button.tsx';
import { useIsShownAtField } from './refusal.tsx';
import { WithCode } from './with-code.tsx';

/** Most reads finish sooner. */
const LONG_MS = 4_000;

function useIsSlow(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

/** A loading placeholder that keeps the layout stable; adds a message when it takes long. */
export function Loading({ lines = 3 }: { lines?: number }) {
  const isLong = useIsSlow();
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div className="loading-line" key={at} />
      ))}
      {isLong && (
        <p className="quiet">This takes longer than usual. Please wait; there is no need to reload.</p>
      )}
    </div>
  );
}

export interface EmptyProps {
  title: string;
  /** The first step, in words. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
}

/** An empty state: what belongs here, and the first step. */
export function Empty({ title, children, action, icon: Icon = Inbox }: EmptyProps) {
  return (
    <div className="state">
      <Icon aria-hidden size={28} />
      <p className="state-title">{title}</p>
      {children !== undefined && <p className="quiet">{children}</p>}
      {action}
    </div>
  );
}

/** An error, its reason, and what to do. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const isForbidden = isRefusal(error, 403);
  const message = messageOf(error);
  const page = error instanceof TriviumError ? error.docUrl : undefined;
  const Icon = isForbidden ? ShieldX : CircleAlert;
  return (
    <div className="state bad" role="alert">
      <Icon aria-hidden size={28} />
      <p className="state-title">{isForbidden ? 'You do not have access.' : titleOf(error)}</p>
      <p className="quiet">
        <WithCode text={isForbidden ? forbiddenText(message) : message} />
      </p>
      <div className="actions">
        {retry !== undefined && !isForbidden && <Button onPress={retry}>Try again</Button>}
        {page !== undefined && (
          <a href={page} target="_blank" rel="noreferrer">
            What this means
          </a>
        )}
        <RequestLink error={error} />
      </div>
    </div>
  );
}

/** Of a failed connection the client's message names what a program can do: its address, and the browser's own words. */
function messageOf(error: unknown): string {
  if (error instanceof TriviumConnectionError)
    return 'The service cannot be reached: it may be restarting, or your network is down. Try again in a moment.';
  return error instanceof Error ? error.message : String(error);
}

/**
 * The API's message is for programs and names the key to create; page viewers would sign in as somebody else.
 */
function forbiddenText(message: string): string {
  return message.replace(
    'Use a key that has it, or make one with POST /v1/keys.',
    'Sign in as somebody who has it, or ask an owner of the organization.',
  );
}

/** Links to the log of the failed request, for signed-in users. */
function RequestLink({ error }: { error: unknown }) {
  const scopes = useSession()?.scopes ?? [];
  const mayRead = scopes.includes('events:read') || scopes.includes('admin');
  const id = error instanceof TriviumError ? error.requestId : undefined;
  if (id === undefined || !mayRead) return null;
  return <a href={to`requests/${id}`}>The request</a>;
}

/** Why a form was rejected, shown at the form unless one of its fields shows it. */
export function Refused({ error }: { error: Error | null }) {
  const isTold = useIsShownAtField(error);
  if (error === null || isTold) return null;
  const page = error instanceof TriviumError ? error.docUrl : undefined;
  return (
    <p className="note bad" role="alert">
      <WithCode text={messageOf(error)} />{' '}
      {page !== undefined && (
        <a href={page} target="_blank" rel="noreferrer">
          What this means
        </a>
      )}{' '}
      <RequestLink error={error} />
    </p>
  );
}

/** For a page or section the user may only view: who can change it, and what is required. */
export function MayNot({ what, scope }: { what: string; scope: string }) {
  const role = useSession()?.user?.role;
  return (
    <Empty icon={ShieldX} title={`You may not ${what}.`}>
      {role === undefined
        ? `Your key lacks the scope ${scope}. Sign in with another one, or ask for it.`
        : `Your role, ${role}, does not allow it. An owner can give you another one.`}
    </Empty>
  );
}

function titleOf(error: unknown): string {
  if (isRefusal(error, 404)) return 'Not found.';
  if (isRefusal(error, 429)) return 'Rate limit reached. This continues by itself.';
  if (error instanceof TriviumError) return 'The service refused this.';
  return error instanceof TriviumConnectionError
    ? 'The service did not answer.'
    : 'Something went wrong on this page.';
}

interface Found<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Loaded data; until then a placeholder, or the error. */
export function Shown<T>({
  of,
  lines,
  children,
}: {
  of: Found<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error !== null && of.error !== undefined)
    return <Failure error={of.error} retry={() => void of.refetch()} />;
  return <Loading {...(lines !== undefined && { lines })} />;
}
