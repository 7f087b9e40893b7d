const texts = new WeakMap<object, string>();

/** Remembers the text that a long object or list was parsed from, for as long as the object lives. */
export function rememberText<Value extends object>(value: Value, text: string): Value {
  texts.set(value, text);
  return value;
}

/** For a value that has changed since it was parsed. */
export function forgetText(value: object): void {
  texts.delete(value);
}

/**
 * The JSON of an unchanged parsed value: the original text if it was long, since serializing it again would
 * block the serving thread for tens of milliseconds.
 */
export function jsonTextOf(value: object): string {
  return texts.get(value) ?? JSON.stringify(value);
}

/** A text as it is, any other value as JSON. Safe for objects whose `toString` is not a function. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
