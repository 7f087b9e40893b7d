import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { TriviumError } from '../../../sdk/src/index.ts';

interface Refusal {
  error: Error | null;
  /** The fields of the form that stand there, by their names in the API. */
  shown: Set<string>;
}

const Context = createContext<Refusal>({ error: null, shown: new Set() });

/** Around the fields of a form: what the service refuses of one field is told at that field. */
export function RefusalProvider({ error, children }: { error: Error | null; children: ReactNode }) {
  const [shown] = useState(() => new Set<string>());
  return <Context value={{ error, shown }}>{children}</Context>;
}

/** Why the field of this name was refused, where it was, until its value is another one. */
export function useRefusalAt(field: string | undefined, value: string): string | undefined {
  const { error, shown } = useContext(Context);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  useEffect(() => {
    if (field === undefined) return undefined;
    shown.add(field);
    return () => void shown.delete(field);
  }, [field, shown]);
  if (error === null || field === undefined || refused.value !== value) return undefined;
  return isAt(field, error) ? plainMessage(error) : undefined;
}

/**
 * The browser holds a form back while a field is invalid. What was refused may be sent again: only what the field itself asks for,
 * such as a value, holds it back.
 */
export function heldBackBy(error: string | undefined): 'native' | 'aria' {
  return error === undefined ? 'native' : 'aria';
}

/** Whether a field of the form tells of it already. */
export function useIsToldAtField(error: Error | null): boolean {
  const { error: told, shown } = useContext(Context);
  return error !== null && error === told && [...shown].some((field) => isAt(field, error));
}

function isAt(field: string, error: Error | null): boolean {
  const refused = error instanceof TriviumError ? error.field : undefined;
  return refused !== undefined && (refused === field || refused.startsWith(`${field}.`));
}

/** What was refused, for the place of the field, which says itself what it is. */
export function plainMessage(error: Error): string {
  const { message } = error;
  const named = `\`${error instanceof TriviumError ? error.field : ''}\``;
  if (!message.startsWith(named)) return message;
  const rest = message.slice(named.length).trim();
  return rest.startsWith('(') ? `This ${rest}` : rest.charAt(0).toUpperCase() + rest.slice(1);
}
