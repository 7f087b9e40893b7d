import { createHmac, timingSafeEqual } from 'node:crypto';

export interface LinksOptions {
  /** Signs click targets, so that we cannot be abused as an open redirect. */
  secret: Buffer;
  /**
   * Public base URL of this service, without a trailing slash; read whenever a link is written. Undefined
   * until it is known.
   */
  publicUrl(): string | undefined;
}

/** The public URLs in mails. Each identifies its message by an unguessable token. */
export class Links {
  readonly #options: LinksOptions;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  /** Until then no link can be written, and so no mail sent. */
  get isReady(): boolean {
    return this.#options.publicUrl() !== undefined;
  }

  unsubscribe(token: string): string {
    return `${this.#base()}/u/${token}`;
  }

  open(token: string): string {
    return `${this.#base()}/p/${token}.gif`;
  }

  booking(token: string): string {
    return `${this.#base()}/b/${token}`;
  }

  /** Where calendars report bookings; `id` is public, `bks_…`. */
  bookingWebhook(id: string): string {
    return `${this.#base()}/w/${id}`;
  }

  click(token: string, url: string): string {
    return `${this.#base()}/c/${token}/${this.#sign(token, url)}?u=${encodeURIComponent(url)}`;
  }

  /** Whether this service wrote that link. */
  isClick(token: string, signature: string, url: string): boolean {
    const expected = Buffer.from(this.#sign(token, url));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(token: string, url: string): string {
    return createHmac('sha256', this.#options.secret)
      .update(`click\0${token}\0${url}`)
      .digest('base64url')
      .slice(0, 22);
  }

  #base(): string {
    const url = this.#options.publicUrl();
    if (url === undefined) throw new Error('the address of the service is not known yet');
    return `${url}/o`;
  }
}
