import sift from 'sift';
import { cutText } from '../../kit/cut-text.ts';
import { compileCost, ExaminationBudget } from './filter-looks.ts';
import { compilePlainFilter } from './plain-filter.ts';

/**
 * Whether an event's payload matches a subscription's conditions. Filters on the same event share its
 * lookups.
 */
export type ContentFilter = (payload: object, looks?: ExaminationBudget) => boolean;

// A CommonJS package: Node finds its named exports only on the default export.
const { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $nin, $nor, $not, $or, createQueryTester } =
  sift as unknown as typeof import('sift');
// $where runs code and $regex can run forever: neither belongs in a stranger's filter.
const operations = { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $nin, $nor, $not, $or };
const MAX_NODES = 200;
const MAX_DEPTH = 10;

/**
 * Compiles a filter: conditions on the payload in MongoDB's query syntax, with the operators above and dotted
 * paths (`{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`). It examines at most 5,000
 * list values; a payload that needs more does not match. Throws an Error that says what is wrong.
 */
export function compileContentFilter(filter: object): ContentFilter {
  checkShape(filter, { nodes: 0 }, 0);
  const test = createQueryTester(filter as never, { operations });
  const judgePlainly = compilePlainFilter(filter);
  const countLooks = compileCost(filter);
  return (payload, looks = new ExaminationBudget()) => {
    try {
      return judgePlainly(payload) ?? (looks.take(countLooks(payload)) && test(payload));
    } catch {
      // A condition that cannot be evaluated does not match; it must not make the event fail.
      return false;
    }
  };
}

function checkShape(value: unknown, seen: { nodes: number }, depth: number): void {
  if (++seen.nodes > MAX_NODES) throw new Error(`must have at most ${MAX_NODES} conditions and values`);
  if (depth > MAX_DEPTH) throw new Error(`must be nested at most ${MAX_DEPTH} levels deep`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$')) checkOperator(key, inner);
    checkShape(inner, seen, depth + 1);
  }
}

function checkOperator(name: string, operand: unknown): void {
  if (!Object.hasOwn(operations, name)) {
    throw new Error(
      `must use only the operators ${Object.keys(operations).join(', ')}, not ${cutText(name, 40)}`,
    );
  }
  if (['$and', '$or', '$nor', '$in', '$nin'].includes(name) && !Array.isArray(operand)) {
    throw new Error(`must give ${name} a list`);
  }
}
