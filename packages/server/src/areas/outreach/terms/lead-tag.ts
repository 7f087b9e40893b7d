import { invalidField } from '../../../kit/errors/index.ts';

export const MAX_TAG_LENGTH = 60;

/**
 * A tag as stored: lower case, so that "VIP" and "vip" are one. Throws `invalid_request` with the field for
 * one that is blank, too long, or contains a comma, which separates tags.
 */
export function toTag(given: string, field: string): string {
  const tag = given.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  if (tag !== '' && tag.length <= MAX_TAG_LENGTH && !tag.includes(',')) return tag;
  throw invalidField(field, `A tag has 1 to ${MAX_TAG_LENGTH} characters and no comma.`);
}
