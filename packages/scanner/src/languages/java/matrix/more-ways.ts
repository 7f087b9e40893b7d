import type { MatrixWay } from '../../../fixtures/flow-matrix.ts';

/** More of them: what a class, a thread, a pattern or an error hands on, and checks. */
export const moreWays: readonly MatrixWay[] = [
  {
    name: 'class without a name',
    weak: 'Callable<String> c = new Callable<String>() { public String call() { return data; } }; String got = c.call();',
    safe: 'Callable<String> c = new Callable<String>() { public String call() { return "a"; } }; String got = c.call();',
  },
  {
    name: 'class in a class',
    members:
      'private String seen#; private class Inner# { private String v; Inner#(String v) { this.v = v; } String go() { return v; } String stay() { return "a"; } }',
    weak: 'Inner# inner = new Inner#(data); String got = inner.go();',
    safe: 'Inner# inner = new Inner#(data); String got = inner.stay();',
  },
  {
    name: 'class in a class that reads the outer one',
    members:
      'private String seen#; private String other# = "a"; private class Reader# { String go() { return seen#; } String stay() { return other#; } }',
    weak: 'seen# = data; String got = new Reader#().go();',
    safe: 'seen# = data; String got = new Reader#().stay();',
  },
  {
    name: 'box of any type',
    beside:
      'class Box#<T> { private T held; Box#(T v) { held = v; } T open() { return held; } String label() { return "a"; } }',
    weak: 'Box#<String> box = new Box#<>(data); String got = box.open();',
    safe: 'Box#<String> box = new Box#<>(data); String got = box.label();',
  },
  {
    name: 'interface with one class behind it',
    beside:
      'interface Desk# { String pass(String v); String drop(String v); } class PlainDesk# implements Desk# { public String pass(String v) { return v; } public String drop(String v) { return "a"; } }',
    members: '@Autowired private Desk# desk#;',
    weak: 'String got = desk#.pass(data);',
    safe: 'String got = desk#.drop(data);',
  },
  {
    name: 'abstract class',
    beside:
      'abstract class Step# { protected final String held; Step#(String v) { held = v; } abstract String go(); } class Plain# extends Step# { Plain#(String v) { super(v); } String go() { return held; } } class Still# extends Step# { Still#(String v) { super(v); } String go() { return "a"; } }',
    weak: 'Step# step = new Plain#(data); String got = step.go();',
    safe: 'Step# step = new Still#(data); String got = step.go();',
  },
  {
    name: 'static field of another class',
    beside: 'class Store# { static String held; static String other = "a"; }',
    weak: 'Store#.held = data; String got = Store#.held;',
    safe: 'Store#.held = data; String got = Store#.other;',
  },
  {
    name: 'static initializer',
    beside: 'class First# { static final boolean ON; static { ON = true; } }',
    weak: 'String got = data; if (!First#.ON) { got = "a"; }',
    safe: 'String got = "a"; if (!First#.ON) { got = data; }',
  },
  {
    name: 'future',
    weak: 'CompletableFuture<String> work = CompletableFuture.supplyAsync(() -> data).thenApply(v -> v + "a"); String got = work.get();',
    safe: 'CompletableFuture<String> work = CompletableFuture.supplyAsync(() -> data).thenApply(v -> "a"); String got = work.get();',
  },
  {
    name: 'work for a pool',
    members: 'private final ExecutorService pool# = Executors.newCachedThreadPool();',
    weak: 'Future<String> work = pool#.submit(() -> data.trim()); String got = work.get();',
    safe: 'Future<String> work = pool#.submit(() -> "a"); String got = work.get();',
  },
  {
    name: 'optional',
    weak: 'Optional<String> maybe = Optional.ofNullable(data).filter(v -> v != null).map(v -> v.trim()); String got = maybe.orElse("a");',
    safe: 'Optional<String> maybe = Optional.ofNullable(data).map(v -> "b"); String got = maybe.orElse("a");',
  },
  {
    name: 'switch with a value',
    weak: 'String got = switch (data) { case "a" -> "b"; default -> { String t = data; yield t; } };',
    safe: 'String got = switch (data) { case "a" -> "b"; default -> "c"; };',
  },
  {
    name: 'switch by pattern',
    weak: 'Object any = data; String got = switch (any) { case String text -> text; default -> "a"; };',
    safe: 'Object any = data; String got = switch (any) { case String text -> "b"; default -> "a"; };',
  },
  {
    name: 'type by pattern',
    weak: 'Object any = data; String got = "a"; if (any instanceof String text) { got = text; }',
    safe: 'Object any = data; String got = "a"; if (any instanceof Integer number) { got = "b" + number; }',
  },
  {
    name: 'record',
    members: 'record Pair#(String name, String kind) { }',
    weak: 'Pair# two = new Pair#(data, "a"); String got = two.name();',
    safe: 'Pair# two = new Pair#(data, "a"); String got = two.kind();',
  },
  {
    name: 'record taken apart',
    members: 'record Pair#(String name, String kind) { }',
    weak: 'Object any = new Pair#(data, "a"); String got = ""; if (any instanceof Pair#(String name, String kind)) { got = name; }',
    safe: 'Object any = new Pair#(data, "a"); String got = ""; if (any instanceof Pair#(String name, String kind)) { got = kind; }',
  },
  {
    name: 'holders',
    weak: 'AtomicReference<String> held = new AtomicReference<>("a"); held.set(data); String got = held.get();',
    safe: 'AtomicReference<String> held = new AtomicReference<>(data); held.set("a"); String got = held.get();',
  },
  {
    name: 'several files',
    beside:
      'class Tool# { static String pass(String v) { return Deeper#.pass(v); } static String drop(String v) { return "a"; } } class Deeper# { static String pass(String v) { return v; } }',
    weak: 'String got = Tool#.pass(data);',
    safe: 'String got = Tool#.drop(data);',
  },
  {
    name: 'object of objects',
    beside: 'class Holder# { String one; Holder# next; }',
    weak: 'Holder# a = new Holder#(); a.next = new Holder#(); a.next.one = data; Holder# b = a; String got = b.next.one;',
    safe: 'Holder# a = new Holder#(); a.next = new Holder#(); a.next.one = data; a.one = "a"; Holder# b = a; String got = b.one;',
  },
  {
    name: 'error',
    weak: 'String got = "a"; try { throw new IllegalStateException(data); } catch (IllegalStateException e) { got = e.getMessage(); }',
    safe: 'String got = "a"; try { throw new IllegalStateException("b"); } catch (IllegalStateException e) { got = e.getMessage(); }',
  },
  {
    name: 'finally',
    weak: 'String got = "a"; try { got = "b"; } finally { got = data; }',
    safe: 'String got = data; try { got = data; } finally { got = "a"; }',
  },
  {
    name: 'bytes',
    weak: 'byte[] raw = data.getBytes(); String got = new String(Base64.getDecoder().decode(Base64.getEncoder().encodeToString(raw)));',
    safe: 'byte[] raw = "a".getBytes(); String got = new String(raw);',
  },
  {
    name: 'objects to bytes and back',
    weak: 'ByteArrayOutputStream out = new ByteArrayOutputStream(); ObjectOutputStream pack = new ObjectOutputStream(out); pack.writeObject(data); ObjectInputStream open = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())); String got = (String) open.readObject();',
    safe: 'ByteArrayOutputStream out = new ByteArrayOutputStream(); ObjectOutputStream pack = new ObjectOutputStream(out); pack.writeObject("a"); String got = out.toString();',
  },
  {
    name: 'writer of text',
    weak: 'StringWriter out = new StringWriter(); PrintWriter pen = new PrintWriter(out); pen.print(data); String got = out.toString();',
    safe: 'StringWriter out = new StringWriter(); PrintWriter pen = new PrintWriter(out); pen.print("a"); String got = out.toString();',
  },
  {
    name: 'list of allowed words',
    weak: 'String got = data; if (data.length() > 9) { got = data.substring(9); }',
    safe: 'Set<String> known = Set.of("a", "b"); if (!known.contains(data)) { throw new IllegalArgumentException(); } String got = data;',
  },
  {
    name: 'pattern of allowed signs',
    weak: 'String got = data.replaceAll("a", "b");',
    safe: 'if (!data.matches("[a-z0-9]+")) { throw new IllegalArgumentException(); } String got = data;',
  },
  {
    name: 'number',
    weak: 'String got = data.toUpperCase(Locale.ROOT);',
    safe: 'int n = Integer.parseInt(data); String got = String.valueOf(n);',
  },
];
