/** Two lines of a text that may be long, such as a name; all of it under the pointer. */
export function Clamped({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const Text = isCode ? 'code' : 'span';
  return (
    <Text className="clamped" title={text}>
      {text}
    </Text>
  );
}
