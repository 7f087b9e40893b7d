/** Decorators of class-validator that only accept numbers, identifiers and fixed choices. */
export const checkedMarks =
  /^Is(?:Int|Number|Boolean|UUID|Enum|In|DateString|ISO8601|MongoId|Positive|Alphanumeric|Alpha|NumberString|Date|IP)$/;
