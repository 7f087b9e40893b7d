/** A secret as Standard Webhooks writes them: 256 random bits. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
