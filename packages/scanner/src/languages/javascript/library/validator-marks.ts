/** Decorators of class-validator that let numbers, identifiers and fixed choices through alone. */
export const checkedMarks =
  /^Is(?:Int|Number|Boolean|UUID|Enum|In|DateString|ISO8601|MongoId|Positive|Alphanumeric|Alpha|NumberString|Date|IP)$/;
