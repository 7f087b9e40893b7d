/** A part that is up, for the start page. */
export interface Part {
  name: string;
  detail: string;
}
