import type { Abi, AbiEvent, AbiParameter, Hex } from 'viem';
import { required } from '../../../../kit/required.ts';
import { hashOfSignature, signatureOf } from './abi-codec.ts';
import { decodeAnyValues } from './abi-threads.ts';

/** An event decoded by its ABI. */
export interface DecodedEvent {
  name: string;
  signature: string;
  args: { name: string; type: string; indexed: boolean; value: unknown }[];
}

type EventInput = AbiEvent['inputs'][number];
/** A hash takes some microseconds: in a longer ABI, only this many are tried. */
const MAX_TRIED = 1_000;

/** Decodes a log by an ABI; undefined if the ABI has no such event, or the data does not match. */
export async function decodeEvent(
  abi: Abi,
  log: { topics: readonly Hex[]; data: Hex },
): Promise<DecodedEvent | undefined> {
  const [selector, ...topics] = log.topics;
  if (selector === undefined) return undefined;
  // Events that differ only in which parameters are indexed share a selector.
  const found = abi
    .filter((item): item is AbiEvent => item.type === 'event')
    .slice(0, MAX_TRIED)
    .find(
      (item) => indexedOf(item).length === topics.length && hashOfSignature(signatureOf(item)) === selector,
    );
  if (found === undefined) return undefined;
  try {
    return { name: found.name, signature: signatureOf(found), args: await argsOf(found, topics, log.data) };
  } catch {
    return undefined;
  }
}

function indexedOf({ inputs }: AbiEvent): EventInput[] {
  return inputs.filter(({ indexed }) => indexed === true);
}

async function argsOf(event: AbiEvent, topics: readonly Hex[], data: Hex): Promise<DecodedEvent['args']> {
  const plain = event.inputs.filter(({ indexed }) => indexed !== true);
  const inData = plain.length === 0 ? [] : await decodeAnyValues(plain, data);
  const inTopics = await Promise.all(
    indexedOf(event).map((input, i) => topicValue(input, required(topics[i], 'a topic'))),
  );
  return event.inputs.map((input) => {
    const isIndexed = input.indexed === true;
    const value = (isIndexed ? inTopics : inData).shift();
    return { name: input.name ?? '', type: input.type, indexed: isIndexed, value };
  });
}

/** For strings, bytes, arrays and tuples a topic holds only the hash. */
async function topicValue(input: AbiParameter, topic: Hex): Promise<unknown> {
  if (/^(string|bytes|tuple)$|\]$/.test(input.type)) return topic;
  const [value] = await decodeAnyValues([input], topic);
  return value;
}
