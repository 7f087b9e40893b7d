/** Bases of an enumeration. */
export const choiceBase = /^(?:Str|Int)?Enum$/;

/** Types that only hold numbers, dates and the like, in languages that check types. */
export function isScalar(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:u?int(?:8|16|32|64)?|u?long|u?short|s?byte|float(?:32|64)?|double|decimal|bool(?:ean)?|Bool|U?Int(?:8|16|32|64)?|CGFloat|TimeInterval|NSNumber|Integer|Long|Short|Boolean|Double|Float|BigDecimal|Decimal|Guid|UUID|DateTime(?:Offset)?|LocalDate(?:Time)?|Instant|[iu](?:8|16|32|64|128|size)|f(?:32|64)|time\.(?:Time|Duration)|uuid\.UUID|Uuid)$/.test(
      type,
    )
  );
}
