const KEY = 'trivium-api-key';

/** The API key of this tab. It is gone with the tab, and no other page of another origin reads it. */
export const session = {
  get key(): string | undefined {
    return sessionStorage.getItem(KEY) ?? undefined;
  },
  set key(key: string | undefined) {
    if (key === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
  },
};
