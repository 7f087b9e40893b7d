import type { MatrixWay } from '../../../fixtures/flow-matrix.ts';

/** How people hand data on in C#, and twins in which something else arrives. */
export const ways: readonly MatrixWay[] = [
  { name: 'at once', weak: 'string got = data;', safe: 'string got = data; got = "fixed";' },
  {
    name: 'branch that is known',
    weak: 'string got = "a"; if (5 == 5) { got = data; }',
    safe: 'string got = "a"; if (5 != 5) { got = data; }',
  },
  {
    name: 'flag that cannot change',
    members: 'private static readonly bool On# = true; private const int Five# = 5;',
    weak: 'string got = "a"; if (On# && Five# == 5) { got = data; }',
    safe: 'string got = "a"; if (!On# || Five# != 5) { got = data; }',
  },
  {
    name: 'method that answers always the same',
    members: 'private bool IsOn#() { return true; } private static bool IsOff#() => false;',
    weak: 'string got = data; if (IsOff#()) { got = "a"; }',
    safe: 'string got = data; if (IsOn#()) { got = "a"; }',
  },
  {
    name: 'switch',
    weak: 'string got; switch (6) { case 6: got = data; break; default: got = "a"; break; }',
    safe: 'string got; switch (6) { case 6: got = "a"; break; default: got = data; break; }',
  },
  {
    name: 'loops',
    weak: 'string got = "a"; for (int i = 0; i < 1; i++) { got = data; } while (true) { got = got + "b"; break; }',
    safe: 'string got = data; do { got = "a"; } while (false);',
  },
  {
    name: 'method',
    members: 'private string Pass#(string v) { return v; } private string Drop#(string v) { return "a"; }',
    weak: 'string got = Pass#(data);',
    safe: 'string got = Drop#(data);',
  },
  {
    name: 'field',
    members: 'private string held#; private string Read#() { return held#; }',
    weak: 'held# = data; string got = Read#();',
    safe: 'held# = data; held# = "a"; string got = Read#();',
  },
  {
    name: 'property with code',
    members:
      'private string kept#; public string Kept# { get { return kept#; } set { kept# = value.Trim(); } } public string Other# { get { return "a"; } set { } }',
    weak: 'Kept# = data; string got = Kept#;',
    safe: 'Other# = data; string got = Other#;',
  },
  {
    name: 'property with code of another object',
    beside:
      'public class Bag# { private string inner; public string Inner { get => inner; set => inner = value; } public string Label { get => "a"; } }',
    weak: 'Bag# bag = new Bag#(); bag.Inner = data; string got = bag.Inner;',
    safe: 'Bag# bag = new Bag#(); bag.Inner = data; string got = bag.Label;',
  },
  {
    name: 'property that is computed',
    beside:
      'public class Row# { private readonly string n; public Row#(string v) { n = v; } public string Whole => "a" + n; public string Fixed => "a"; }',
    weak: 'var row = new Row#(data); string got = row.Whole;',
    safe: 'var row = new Row#(data); string got = row.Fixed;',
  },
  {
    name: 'property without code',
    members: 'public class Card# { public string Name { get; set; } public string Kind { get; set; } }',
    weak: 'var card = new Card# { Name = data, Kind = "a" }; string got = card.Name;',
    safe: 'var card = new Card# { Name = data, Kind = "a" }; string got = card.Kind;',
  },
  {
    name: 'builder of text',
    weak: 'var pen = new StringBuilder(); pen.AppendFormat("{0}", data).Append("a"); string got = pen.ToString();',
    safe: 'var pen = new StringBuilder(data); pen.Clear(); pen.Append("a"); string got = pen.ToString();',
  },
  {
    name: 'format',
    weak: 'string got = string.Format("{1}-{0}", "a", data);',
    safe: 'string got = string.Format("{0}", "a");',
  },
  {
    name: 'interpolation',
    weak: 'string got = $"{data.Trim()}b";',
    safe: 'int n = data.Length; string got = $"a{n}b";',
  },
  {
    name: 'array',
    weak: 'string[] all = new string[3]; all[0] = "a"; all[1] = data; string got = all[1];',
    safe: 'string[] all = new string[3]; all[0] = "a"; all[1] = data; string got = all[0];',
  },
  {
    name: 'list',
    weak: 'var all = new List<string>(); all.Add("a"); all.Add(data); string got = all[1];',
    safe: 'var all = new List<string>(); all.Add("a"); all.Add(data); string got = all[0];',
  },
  {
    name: 'dictionary',
    weak: 'var all = new Dictionary<string, string> { ["k"] = data, ["l"] = "a" }; string got = all["k"];',
    safe: 'var all = new Dictionary<string, string> { ["k"] = data, ["l"] = "a" }; string got = all["l"];',
  },
  {
    name: 'dictionary by TryGetValue',
    weak: 'var all = new Dictionary<string, string>(); all.Add("k", data); all.TryGetValue("k", out string got);',
    safe: 'var all = new Dictionary<string, string>(); all.Add("k", data); all.Add("l", "a"); all.TryGetValue("l", out string got);',
  },
  {
    name: 'old collections',
    weak: 'Hashtable all = new Hashtable(5); all.Add("k", data); ArrayList more = new ArrayList(); more.Add(all["k"]); string got = (string)more[0];',
    safe: 'Hashtable all = new Hashtable(5); all.Add("k", data); all.Add("l", "a"); ArrayList more = new ArrayList(); more.Add(all["l"]); string got = (string)more[0];',
  },
  {
    name: 'queue',
    weak: 'var all = new Queue<string>(); all.Enqueue("a"); all.Enqueue(data); all.Dequeue(); string got = all.Dequeue();',
    safe: 'var all = new Queue<string>(); all.Enqueue("a"); all.Enqueue(data); string got = all.Dequeue();',
  },
  {
    name: 'queue of several threads',
    weak: 'var all = new ConcurrentQueue<string>(); all.Enqueue(data); all.TryDequeue(out var got);',
    safe: 'var all = new ConcurrentQueue<string>(); all.Enqueue("a"); all.TryDequeue(out var got); got += data.Length;',
  },
  {
    name: 'linked list',
    weak: 'var all = new LinkedList<string>(); all.AddLast("a"); all.AddLast(data); string got = all.Last.Value;',
    safe: 'var all = new LinkedList<string>(); all.AddLast("a"); all.AddLast(data); string got = all.First.Value;',
  },
  {
    name: 'loop over a set',
    weak: 'var all = new HashSet<string> { data }; string got = ""; foreach (string one in all) { got += one; }',
    safe: 'var all = new HashSet<string> { "a" }; string got = ""; foreach (string one in all) { got += one; }',
  },
  {
    name: 'tuple',
    weak: 'var two = ("a", data); string got = two.Item2;',
    safe: 'var two = ("a", data); string got = two.Item1;',
  },
  {
    name: 'tuple with names',
    members: 'private (string Name, string Kind) Both#(string v) { return (v, "a"); }',
    weak: 'var two = Both#(data); string got = two.Name;',
    safe: 'var two = Both#(data); string got = two.Kind;',
  },
  {
    name: 'tuple taken apart',
    members: 'private (string, string) Both#(string v) => (v, "a");',
    weak: 'var (got, _) = Both#(data);',
    safe: 'var (_, got) = Both#(data);',
  },
  {
    name: 'tuple object',
    weak: 'Tuple<string, string> two = Tuple.Create(data, "a"); string got = two.Item1;',
    safe: 'Tuple<string, string> two = Tuple.Create(data, "a"); string got = two.Item2;',
  },
  {
    name: 'lambda',
    weak: 'Func<string, string> f = v => v + "a"; string got = f(data);',
    safe: 'Func<string, string> f = v => "a"; string got = f(data);',
  },
  {
    name: 'group of methods',
    members:
      'private static string Pass#(string v) { return v; } private static string Drop#(string v) { return "a"; }',
    weak: 'Func<string, string> f = Pass#; string got = f(data);',
    safe: 'Func<string, string> f = Drop#; string got = f(data);',
  },
  {
    name: 'delegate of its own',
    members:
      'private delegate string Turn#(string v); private string Run#(Turn# t, string v) { return t.Invoke(v); } private string Pass#(string v) { return v; }',
    weak: 'string got = Run#(new Turn#(Pass#), data);',
    safe: 'string got = Run#(delegate (string v) { return "a"; }, data);',
  },
  {
    name: 'event',
    members:
      'private event Action<string> Came#; private string seen# = "a"; private void Keep#(string v) { seen# = v; } private void Skip#(string v) { }',
    weak: 'Came# += Keep#; Came#?.Invoke(data); string got = seen#;',
    safe: 'Came# += Skip#; Came#?.Invoke(data); string got = seen#;',
  },
];
