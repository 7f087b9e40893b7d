/** From an evening to the next morning, by the recipient's clock. */
export interface QuietHours {
  /** `HH:MM`. */
  start: string;
  end: string;
}

/** What the law and the guard want to know of the sender. */
export interface LegalTerms {
  postalAddress: string | null;
  basis: string | null;
  /** Left out: the usual ones, which are told of and not held to. */
  quietHours?: QuietHours | null;
}
