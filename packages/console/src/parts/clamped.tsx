/** A possibly long text, such as a name, limited to two lines; shown in full on hover. */
export function Clamped({ text, isCode = false }: { text: string; isCode?: boolean }) {
  const Text = isCode ? 'code' : 'span';
  return (
    <Text className="clamped" title={text}>
      {text}
    </Text>
  );
}
