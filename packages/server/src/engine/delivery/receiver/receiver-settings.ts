/** A receiver's own retries. What is null is the service's. */
export interface RetrySetting {
  /** Seconds before each attempt, counted from the previous one. */
  delays: number[] | null;
  timeoutSeconds: number | null;
  /** Statuses and ranges of them (`200-299`) that are a success. */
  success: string[] | null;
}

/** What a receiver asked for, as it is stored: what is missing was not asked for. Secrets are sealed. */
export interface ReceiverSettings {
  retry?: RetrySetting;
}

/** What a caller wants of each setting: null takes it away, and what is left out stays. */
export interface ReceiverInput {
  retry?: RetrySetting | null | undefined;
}
