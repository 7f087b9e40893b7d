import type { MatrixWay } from '../../../fixtures/flow-matrix.ts';

/** More of them: what a thread, a pattern, a class or an error hands on, and checks. */
export const moreWays: readonly MatrixWay[] = [
  {
    name: 'questions in a row',
    weak: 'string got = new[] { "a", data }.Where(v => v.Length > 1).Select(v => v.Trim()).First();',
    safe: 'string got = new[] { "a", data }.Select(v => "b").First();',
  },
  {
    name: 'question as a sentence',
    weak: 'var all = from v in new[] { data } where v != "" select v.Trim(); string got = string.Join(",", all);',
    safe: 'var all = from v in new[] { data } let n = v.Length select n + 1; string got = string.Join(",", all);',
  },
  {
    name: 'iterator',
    members:
      'private IEnumerable<string> Walk#(string v) { yield return "a"; yield return v; } private IEnumerable<string> Stay#(string v) { yield return "a"; yield break; }',
    weak: 'string got = ""; foreach (var one in Walk#(data)) { got = one; }',
    safe: 'string got = ""; foreach (var one in Stay#(data)) { got = one; }',
  },
  {
    name: 'out',
    members:
      'private void Pass#(string v, out string o) { o = v; } private void Drop#(string v, out string o) { o = "a"; }',
    weak: 'string got; Pass#(data, out got);',
    safe: 'string got; Drop#(data, out got);',
  },
  {
    name: 'ref',
    members:
      'private void Pass#(string v, ref string o) { o = v; } private void Drop#(ref string o) { o = "a"; }',
    weak: 'string got = "a"; Pass#(data, ref got);',
    safe: 'string got = data; Drop#(ref got);',
  },
  {
    name: 'box of any type',
    beside:
      'public class Box#<T> { private T held; public Box#(T v) { held = v; } public T Open() { return held; } public string Label() { return "a"; } }',
    weak: 'var box = new Box#<string>(data); string got = box.Open();',
    safe: 'var box = new Box#<string>(data); string got = box.Label();',
  },
  {
    name: 'interface with one class behind it',
    beside:
      'public interface IDesk# { string Pass(string v); string Drop(string v); } public class Desk# : IDesk# { public string Pass(string v) { return v; } public string Drop(string v) { return "a"; } }',
    members: 'private readonly IDesk# desk#;',
    weak: 'string got = desk#.Pass(data);',
    safe: 'string got = desk#.Drop(data);',
  },
  {
    name: 'abstract class',
    beside:
      'public abstract class Step# { protected string held; protected Step#(string v) { held = v; } public abstract string Go(); } public class Plain# : Step# { public Plain#(string v) : base(v) { } public override string Go() { return held; } } public class Still# : Step# { public Still#(string v) : base(v) { } public override string Go() { return "a"; } }',
    weak: 'Step# step = new Plain#(data); string got = step.Go();',
    safe: 'Step# step = new Still#(data); string got = step.Go();',
  },
  {
    name: 'static field of another class',
    beside: 'public static class Store# { public static string Held; public static string Other = "a"; }',
    weak: 'Store#.Held = data; string got = Store#.Held;',
    safe: 'Store#.Held = data; string got = Store#.Other;',
  },
  {
    name: 'static constructor',
    beside: 'public static class First# { public static readonly bool On; static First#() { On = true; } }',
    weak: 'string got = data; if (!First#.On) { got = "a"; }',
    safe: 'string got = "a"; if (!First#.On) { got = data; }',
  },
  {
    name: 'asynchronous method',
    members:
      'private async Task<string> PassAsync#(string v) { await Task.Delay(1); return v; } private async Task<string> DropAsync#(string v) { return await Task.FromResult("a"); }',
    weak: 'string got = PassAsync#(data).Result;',
    safe: 'string got = DropAsync#(data).GetAwaiter().GetResult();',
  },
  {
    name: 'tasks',
    weak: 'Task<string> work = Task.Run(() => data + "a"); work.Wait(); string got = work.Result;',
    safe: 'Task<string> work = Task.FromResult("a"); string got = work.Result; Task.Run(() => data);',
  },
  {
    name: 'object in a task',
    members:
      'public class Card# { public string Name; public string Kind; } private Task<Card#> Make#(string v) { return Task.FromResult(new Card# { Name = v, Kind = "a" }); }',
    weak: 'var card = Make#(data).Result; string got = card.Name;',
    safe: 'var card = Make#(data).Result; string got = card.Kind;',
  },
  {
    name: 'null or not',
    weak: 'string got = data?.Trim() ?? "a";',
    safe: 'string got = data == null ? "b" : "a";',
  },
  {
    name: 'type by pattern',
    weak: 'object any = data; string got = "a"; if (any is string text) { got = text; }',
    safe: 'object any = data; string got = "a"; if (any is int text) { got = "b" + text; }',
  },
  {
    name: 'switch by pattern',
    weak: 'object any = data; string got; switch (any) { case string text: got = text; break; default: got = "a"; break; }',
    safe: 'object any = data; string got; switch (any) { case string text: got = "b"; break; default: got = "a"; break; }',
  },
  {
    name: 'switch with a value',
    weak: 'string got = data switch { "a" => "b", null => "c", var text => text };',
    safe: 'string got = data switch { "a" => "b", _ => "c" };',
  },
  {
    name: 'parts by pattern',
    members: 'public class Card# { public string Name { get; set; } public string Kind { get; set; } }',
    weak: 'var card = new Card# { Name = data, Kind = "a" }; string got = ""; if (card is { Name: var text }) { got = text; }',
    safe: 'var card = new Card# { Name = data, Kind = "a" }; string got = ""; if (card is { Kind: var text }) { got = text; }',
  },
  {
    name: 'record',
    members: 'public record Pair#(string Name, string Kind);',
    weak: 'var two = new Pair#(data, "a"); var next = two with { Kind = "b" }; string got = next.Name;',
    safe: 'var two = new Pair#(data, "a"); var next = two with { Name = "b" }; string got = next.Name;',
  },
  {
    name: 'record taken apart',
    members: 'public record Pair#(string Name, string Kind);',
    weak: 'var (got, kind) = new Pair#(data, "a");',
    safe: 'var (name, got) = new Pair#(data, "a");',
  },
  {
    name: 'object without a class',
    weak: 'var o = new { Name = data, Kind = "a" }; string got = o.Name;',
    safe: 'var o = new { Name = data, Kind = "a" }; string got = o.Kind;',
  },
  {
    name: 'local function',
    weak: 'string Pass(string v) { return v; } string got = Pass(data);',
    safe: 'string Drop(string v) => "a"; string got = Drop(data);',
  },
  {
    name: 'captured variable',
    weak: 'string got = "a"; Action set = () => { got = data; }; set();',
    safe: 'string got = data; Action set = () => { got = "a"; }; set();',
  },
  {
    name: 'class in a class',
    members:
      'private class Inner# { private readonly Main# o; private readonly string v; public Inner#(string v) { this.v = v; } public string Go() { return v; } public string Stay() { return "a"; } }',
    weak: 'string got = new Inner#(data).Go();',
    safe: 'string got = new Inner#(data).Stay();',
  },
  {
    name: 'several files',
    beside:
      'public static class Tool# { public static string Pass(string v) { return Deeper#.Pass(v); } public static string Drop(string v) { return "a"; } } public static class Deeper# { public static string Pass(string v) { return v; } }',
    weak: 'string got = Tool#.Pass(data);',
    safe: 'string got = Tool#.Drop(data);',
  },
  {
    name: 'later',
    weak: 'var late = new Lazy<string>(() => data); string got = late.Value;',
    safe: 'var late = new Lazy<string>(() => "a"); string got = late.Value;',
  },
  {
    name: 'error',
    weak: 'string got = "a"; try { throw new Exception(data); } catch (Exception e) { got = e.Message; }',
    safe: 'string got = "a"; try { throw new Exception("b"); } catch (Exception e) { got = e.Message; }',
  },
  {
    name: 'finally',
    weak: 'string got = "a"; try { got = "b"; } finally { got = data; }',
    safe: 'string got = data; try { got = data; } finally { got = "a"; }',
  },
  {
    name: 'bytes',
    weak: 'byte[] raw = Encoding.UTF8.GetBytes(data); string got = Encoding.UTF8.GetString(Convert.FromBase64String(Convert.ToBase64String(raw)));',
    safe: 'byte[] raw = Encoding.UTF8.GetBytes("a"); string got = Encoding.UTF8.GetString(raw);',
  },
  {
    name: 'indexer',
    beside:
      'public class Shelf# { private readonly Dictionary<string, string> all = new Dictionary<string, string>(); public string this[string k] { get { return all[k]; } set { all[k] = value; } } }',
    weak: 'var shelf = new Shelf#(); shelf["k"] = data; string got = shelf["k"];',
    safe: 'var shelf = new Shelf#(); shelf["k"] = data; shelf["l"] = "a"; string got = shelf["l"];',
  },
  {
    name: 'method of another class on the text',
    beside:
      'public static class Words# { public static string Twice#(this string v) { return v + v; } public static string None#(this string v) { return ""; } }',
    weak: 'string got = data.Twice#();',
    safe: 'string got = data.None#();',
  },
  {
    name: 'list of allowed words',
    weak: 'string got = data; if (data.Length > 9) { got = data.Substring(9); }',
    safe: 'var known = new HashSet<string> { "a", "b" }; if (!known.Contains(data)) { return; } string got = data;',
  },
  {
    name: 'pattern of allowed signs',
    weak: 'string got = Regex.Replace(data, "a", "b");',
    safe: 'string got = Regex.Replace(data, "[^a-z0-9]", "");',
  },
  {
    name: 'number',
    weak: 'string got = data.ToUpperInvariant();',
    safe: 'if (!int.TryParse(data, out int n)) { return; } string got = n.ToString();',
  },
];
