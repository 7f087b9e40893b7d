/** A mail as its reader would see it. */
export interface ShownMail {
  from: string;
  to: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
}

/**
 * Parses a mail for people to look at. `owner` is the calling organization. Throws `invalid_state` when that
 * is not possible.
 */
export type ShowMail = (owner: string, raw: Buffer) => Promise<ShownMail>;
