const texts = new WeakMap<object, string>();

/** A long object or list of a body keeps the text that it was read from for as long as it is there. */
export function rememberText<Value extends object>(value: Value, text: string): Value {
  texts.set(value, text);
  return value;
}

/** For a value that is no longer as it was read. */
export function forgetText(value: object): void {
  texts.delete(value);
}

/**
 * The JSON of a value that is as it was read from a body: what was sent, where that was long, since to write it anew
 * would take the serving thread tens of milliseconds.
 */
export function jsonTextOf(value: object): string {
  return texts.get(value) ?? JSON.stringify(value);
}
