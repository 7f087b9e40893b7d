import { createContext, useContext, useEffect, useId, useState } from 'react';

/** Forms of the page or a dialog with unsaved input. */
export type Unsaved = Set<string>;

const ofPage: Unsaved = new Set();
const DialogContext = createContext<Unsaved>(ofPage);

/** Wraps a dialog's forms; the dialog asks before it closes. */
export const UnsavedProvider = DialogContext.Provider;

export function hasUnsaved(): boolean {
  return ofPage.size > 0;
}

/**
 * Asks before leaving a form whose contents differ from the start or the last save: by link, Back, closing
 * its dialog or the tab. `navigate` after submitting does not ask. Returns whether it would.
 */
export function useUnsaved(typed: unknown, saved?: unknown): boolean {
  const ofDialog = useContext(DialogContext);
  const id = useId();
  const [first] = useState(() => JSON.stringify(typed));
  const isDirty = JSON.stringify(typed) !== (saved === undefined ? first : JSON.stringify(saved));
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    for (const place of [ofPage, ofDialog]) place.add(id);
    return () => {
      removeEventListener('beforeunload', ask);
      for (const place of [ofPage, ofDialog]) place.delete(id);
    };
  }, [id, isDirty, ofDialog]);
  return isDirty;
}
