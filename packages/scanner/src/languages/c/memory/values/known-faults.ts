import type { ToldFault } from '../../../../rules/body-text.ts';

export type ValueFault =
  | 'overwrite'
  | 'underwrite'
  | 'overread'
  | 'underread'
  | 'index'
  | 'length'
  | 'overflow'
  | 'underflow'
  | 'truncation'
  | 'division'
  | 'null'
  | 'unchecked'
  | 'unchecked-file'
  | 'blank'
  | 'negative-size'
  | 'unbounded-allocation'
  | 'allocation-overflow'
  | 'freed-twice'
  | 'used-after'
  | 'freed-otherwise'
  | 'freed-foreign'
  | 'freed-inside'
  | 'leak'
  | 'file-left';

const outOfBounds = {
  impact: 'weakening',
  confidence: 0.75,
  recommendation: 'Take the size from the block itself, and compare with it first.',
} as const;

export const valueFaults: Record<ValueFault, ToldFault> = {
  overwrite: {
    ...outOfBounds,
    ruleId: 'memory/known-overflow',
    cwe: ['CWE-787', 'CWE-121', 'CWE-122', 'CWE-120', 'CWE-805'],
    description: 'What stands behind the block is overwritten, whatever the input.',
  },
  underwrite: {
    ...outOfBounds,
    ruleId: 'memory/known-underflow',
    cwe: ['CWE-124', 'CWE-786', 'CWE-787'],
    description: 'What stands before the block is overwritten.',
  },
  overread: {
    ...outOfBounds,
    ruleId: 'memory/known-overread',
    cwe: ['CWE-126', 'CWE-125'],
    description: 'What stands behind the block is read: it may be a secret, or end the process.',
  },
  underread: {
    ...outOfBounds,
    ruleId: 'memory/known-underread',
    cwe: ['CWE-127', 'CWE-786', 'CWE-125'],
    description: 'What stands before the block is read.',
  },
  index: {
    ruleId: 'memory/unchecked-index',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-129', 'CWE-787', 'CWE-125', 'CWE-119'],
    description: 'A number beyond the array reads or writes memory that belongs to something else.',
    recommendation: 'Refuse numbers below zero and from the size on.',
  },
  length: {
    ruleId: 'memory/unchecked-length',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-120', 'CWE-787', 'CWE-125', 'CWE-805'],
    description: 'Whoever writes the data chooses how much is copied.',
    recommendation: 'Refuse lengths beyond the size of the buffer and of what was received.',
  },
  overflow: {
    ruleId: 'memory/number-overflow',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190', 'CWE-682'],
    description: 'The number comes from outside, nothing bounds it, and the result wraps around.',
    recommendation: 'Compare with the bounds of the type first.',
  },
  underflow: {
    ruleId: 'memory/number-underflow',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-191', 'CWE-682'],
    description: 'The number comes from outside, nothing bounds it, and the result wraps around.',
    recommendation: 'Compare with the bounds of the type first.',
  },
  truncation: {
    ruleId: 'memory/number-truncation',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-197', 'CWE-681'],
    description: 'Its upper bits are lost: what was checked or meant is not what is used.',
    recommendation: 'Refuse numbers that the smaller type does not hold.',
  },
  division: {
    ruleId: 'reliability/division-by-input',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-369'],
    description: 'Zero ends the process.',
    recommendation: 'Refuse zero first.',
  },
  null: {
    ruleId: 'memory/null-dereference',
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476'],
    description: 'Reading or writing through NULL ends the process.',
    recommendation: 'Check for NULL, and leave where there is nothing.',
  },
  unchecked: {
    ruleId: 'memory/unchecked-allocation',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-690', 'CWE-476', 'CWE-252'],
    description: 'Where the call had nothing to give it answers NULL, and following it ends the process.',
    recommendation: 'Check for NULL first.',
  },
  'unchecked-file': {
    ruleId: 'memory/unchecked-file',
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476', 'CWE-690', 'CWE-252'],
    description: 'Without the file the call answers NULL, and the next one ends the process.',
    recommendation: 'Check for NULL first.',
  },
  blank: {
    ruleId: 'memory/uninitialized',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-457', 'CWE-908'],
    description: 'It holds whatever stood in its place before.',
    recommendation: 'Give it a value where it is declared.',
  },
  'negative-size': {
    ruleId: 'memory/signed-length',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-195', 'CWE-194', 'CWE-839', 'CWE-787'],
    description: 'As a size a negative number turns into a huge one.',
    recommendation: 'Refuse numbers below zero, or hold it in size_t.',
  },
  'unbounded-allocation': {
    ruleId: 'memory/allocation-overflow',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-789', 'CWE-770', 'CWE-190'],
    description: 'It asks for all memory, or for a block that is too small.',
    recommendation: 'Refuse numbers out of bounds first.',
  },
  'allocation-overflow': {
    ruleId: 'memory/allocation-overflow',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-190', 'CWE-680', 'CWE-131', 'CWE-789'],
    description: 'The product wraps around, and the block is smaller than what is written into it.',
    recommendation: 'Bound the factors first, or use calloc.',
  },
  'freed-twice': {
    ruleId: 'memory/double-free',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415'],
    description: 'The second time corrupts the books of the allocator, which leads to code of an attacker.',
    recommendation: 'Free it once, and set the pointer to NULL.',
  },
  'used-after': {
    ruleId: 'memory/use-after-free',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then, also what an attacker put there.',
    recommendation: 'Free it after its last use, and set the pointer to NULL.',
  },
  'freed-otherwise': {
    ruleId: 'memory/mismatched-release',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-762', 'CWE-763'],
    description: 'new belongs to delete, new[] to delete[], malloc to free: mixing them corrupts the heap.',
    recommendation: 'Use the pair, or a container that does it.',
  },
  'freed-foreign': {
    ruleId: 'memory/foreign-release',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-590', 'CWE-763'],
    description:
      'It lies on the stack or among the variables of the program: the books of the allocator break.',
    recommendation: 'Free only what malloc or new gave.',
  },
  'freed-inside': {
    ruleId: 'memory/foreign-release',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-761', 'CWE-763'],
    description: 'The allocator takes what stands there for its books.',
    recommendation: 'Keep the pointer that the allocation gave, and free that.',
  },
  leak: {
    ruleId: 'memory/leak',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-401', 'CWE-772'],
    description: 'It is handed to nobody and never given back: each call takes more.',
    recommendation: 'Free it, or hold it in an owner that does.',
  },
  'file-left': {
    ruleId: 'memory/leak',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-775', 'CWE-772', 'CWE-404'],
    description: 'Each call takes one more of the few that a process may have open.',
    recommendation: 'Close it on every way out.',
  },
};
