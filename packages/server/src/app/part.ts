/** A running part of the service, for the start page. */
export interface Part {
  name: string;
  detail: string;
}
