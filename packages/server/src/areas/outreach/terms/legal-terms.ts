/** From evening to the next morning, in the recipient's time zone. */
export interface QuietHours {
  /** `HH:MM`. */
  start: string;
  end: string;
}

/** What the law and the guard require of the sender. */
export interface LegalTerms {
  postalAddress: string | null;
  basis: string | null;
  /** Default: the usual ones, which are reported but not enforced. */
  quietHours?: QuietHours | null;
}
