import { createContext, useContext, useEffect, useId, useState } from 'react';

/** The forms, of the page or of a dialog, that hold what nobody saved. */
export type Unsaved = Set<string>;

const ofPage: Unsaved = new Set();
const DialogContext = createContext<Unsaved>(ofPage);

/** Around the forms of a dialog, which asks before it closes. */
export const UnsavedProvider = DialogContext.Provider;

export function hasUnsaved(): boolean {
  return ofPage.size > 0;
}

/**
 * Asks before a form is left that holds something else than it began with, or than was saved last: by a link, by Back, by closing its
 * dialog or the tab. Going on by `navigate` after it was sent does not ask. Says whether it does.
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
