import type { Hex } from 'viem';
import { isObject } from '../../../../kit/is-object.ts';

/**
 * The shapes of valid results (execution-apis). A broken proxy, a provider's own error format or a lying node
 * return other things; accepted, those would become nonces and prices.
 */
export type AnswerShape = (result: unknown) => boolean;

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
/** At most the integers that a double can represent: 53 bits. */
const SMALL_QUANTITY = /^0x0*(?:1?[0-9a-f]{1,13})$/i;
const DATA = /^0x[0-9a-f]*$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

const matches =
  (form: RegExp): AnswerShape =>
  (result) =>
    typeof result === 'string' && form.test(result);

export const isQuantity = matches(QUANTITY);
/** A quantity that the code handles as a JavaScript number. */
export const isSmallQuantity = matches(SMALL_QUANTITY);
export const isHash = matches(HASH);

export function isData(result: unknown): boolean {
  return typeof result === 'string' && result.length % 2 === 0 && DATA.test(result);
}

const isAddress = matches(ADDRESS);

type Members = Record<string, unknown>;

const isLeftOutOr =
  (shape: AnswerShape): AnswerShape =>
  (value) =>
    value == null || shape(value);

export function isBlock(value: unknown): boolean {
  return (
    isObject(value) &&
    isSmallQuantity(value.number) &&
    isHash(value.hash) &&
    isHash(value.parentHash) &&
    isSmallQuantity(value.timestamp) &&
    isLeftOutOr(isQuantity)(value.baseFeePerGas) &&
    isQuantity(value.gasLimit) &&
    isQuantity(value.gasUsed) &&
    Array.isArray(value.transactions) &&
    value.transactions.every((one: unknown) => isHash(one) || (isObject(one) && isHash(one.hash)))
  );
}

/** The block with this number, or null. */
export const isBlockOrNone =
  (number: number): AnswerShape =>
  (value) =>
    value === null || (isBlock(value) && Number((value as Members).number) === number);

function isReceipt(value: unknown): boolean {
  return (
    isObject(value) &&
    isHash(value.transactionHash) &&
    isHash(value.blockHash) &&
    isSmallQuantity(value.blockNumber) &&
    isSmallQuantity(value.transactionIndex) &&
    isQuantity(value.status) &&
    isSmallQuantity(value.gasUsed) &&
    isLeftOutOr(isQuantity)(value.effectiveGasPrice) &&
    isLeftOutOr(isQuantity)(value.l1Fee) &&
    isLeftOutOr(isLogs)(value.logs)
  );
}

function isLogs(value: unknown): boolean {
  const isLog = (one: unknown) =>
    isObject(one) &&
    isAddress(one.address) &&
    isData(one.data) &&
    Array.isArray(one.topics) &&
    one.topics.every(isHash);
  return Array.isArray(value) && value.every(isLog);
}

/** The receipt of this transaction, or null. */
export const isReceiptOrNone =
  (hash: Hex): AnswerShape =>
  (value) => {
    if (value === null || (isObject(value) && value.blockHash === null)) return true;
    return isReceipt(value) && isSameHash((value as Members).transactionHash, hash);
  };

function isSameHash(one: unknown, other: Hex): boolean {
  return String(one).toLowerCase() === other.toLowerCase();
}

export function isReceipts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isReceipt);
}
