import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { TriviumError } from '../../../sdk/src/index.ts';

interface Refusal {
  error: Error | null;
  /** Fields present in the form, by API name. */
  shown: Set<string>;
}

const Context = createContext<Refusal>({ error: null, shown: new Set() });

/** Wraps a form's fields: an error about a field is shown at that field. */
export function RefusalProvider({ error, children }: { error: Error | null; children: ReactNode }) {
  const [shown] = useState(() => new Set<string>());
  return <Context value={{ error, shown }}>{children}</Context>;
}

/** The error for the field with this name, until its value changes. */
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
 * Browsers block submitting while a field is invalid. A rejected value may be resubmitted: only the field's
 * own constraints, such as being required, block it.
 */
export function heldBackBy(error: string | undefined): 'native' | 'aria' {
  return error === undefined ? 'native' : 'aria';
}

/** Whether one of the form's fields already shows it. */
export function useIsShownAtField(error: Error | null): boolean {
  const { error: told, shown } = useContext(Context);
  return error !== null && error === told && [...shown].some((field) => isAt(field, error));
}

function isAt(field: string, error: Error | null): boolean {
  const refused = error instanceof TriviumError ? error.field : undefined;
  return refused !== undefined && (refused === field || refused.startsWith(`${field}.`));
}

/** The error message for display at the field, which already names itself. */
export function plainMessage(error: Error): string {
  const { message } = error;
  const named = `\`${error instanceof TriviumError ? error.field : ''}\``;
  if (!message.startsWith(named)) return message;
  const rest = message.slice(named.length).trim();
  return rest.startsWith('(') ? `This ${rest}` : rest.charAt(0).toUpperCase() + rest.slice(1);
}
