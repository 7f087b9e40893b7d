/** Solidity's panic codes (its documentation, "Panic via assert and Error via require"). */
export const panicMeanings: Readonly<Record<number, string>> = {
  0: 'a panic that the compiler inserted',
  1: 'an assertion does not hold',
  17: 'an arithmetic operation over- or underflowed',
  18: 'a division or modulo by zero',
  33: 'a value is out of the range of its enum',
  34: 'a storage byte array is encoded wrongly',
  49: 'pop() on an empty array',
  50: 'an array index is out of bounds',
  65: 'too much memory was asked for, or an array is too large',
  81: 'an internal function variable was called before it was set',
};
