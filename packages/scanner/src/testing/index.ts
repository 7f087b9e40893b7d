export { buildZip, type TestEntry } from './build-zip.ts';
export { reviewInput } from './review-input.ts';
