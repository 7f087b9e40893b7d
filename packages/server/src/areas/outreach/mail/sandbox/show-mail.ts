/** A mail as a person would look at it. */
export interface ShownMail {
  from: string;
  to: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
}

/** Takes a mail apart for people to look at. `owner` is the organization that asks. Throws `invalid_state` for one that cannot be. */
export type ShowMail = (owner: string, raw: Buffer) => Promise<ShownMail>;
