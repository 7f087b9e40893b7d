import type { MatrixWay } from '../../../fixtures/flow-matrix.ts';

/** How people hand data on in Java, and twins in which something else arrives. */
export const ways: readonly MatrixWay[] = [
  { name: 'at once', weak: 'String got = data;', safe: 'String got = data; got = "fixed";' },
  {
    name: 'branch that is known',
    weak: 'String got = "a"; if (5 == 5) { got = data; }',
    safe: 'String got = "a"; if (5 != 5) { got = data; }',
  },
  {
    name: 'flag that cannot change',
    members: 'private static final boolean ON# = true; private static final int FIVE# = 5;',
    weak: 'String got = "a"; if (ON# && FIVE# == 5) { got = data; }',
    safe: 'String got = "a"; if (!ON# || FIVE# != 5) { got = data; }',
  },
  {
    name: 'private flags that nobody changes',
    members: 'private boolean on# = true; private int five# = 5;',
    weak: 'String got = "a"; if (on# && five# == 5) { got = data; }',
    safe: 'String got = data; if (on# && five# == 5) { got = "a"; }',
  },
  {
    name: 'method that answers always the same',
    members: 'private boolean isOn#() { return true; } private static boolean isOff#() { return false; }',
    weak: 'String got = data; if (isOff#()) { got = "a"; }',
    safe: 'String got = data; if (isOn#()) { got = "a"; }',
  },
  {
    name: 'switch',
    weak: 'String got; switch (6) { case 6: got = data; break; default: got = "a"; break; }',
    safe: 'String got; switch (6) { case 6: got = "a"; break; default: got = data; break; }',
  },
  {
    name: 'loops',
    weak: 'String got = "a"; for (int i = 0; i < 1; i++) { got = data; } while (true) { got = got + "b"; break; }',
    safe: 'String got = data; do { got = "a"; } while (false);',
  },
  {
    name: 'method',
    members: 'private String pass#(String v) { return v; } private String drop#(String v) { return "a"; }',
    weak: 'String got = pass#(data);',
    safe: 'String got = drop#(data);',
  },
  {
    name: 'field',
    members: 'private String held#; private String read#() { return held#; }',
    weak: 'held# = data; String got = read#();',
    safe: 'held# = data; held# = "a"; String got = read#();',
  },
  {
    name: 'bean',
    beside:
      'class Card# { private String name; private String kind; public String getName() { return this.name; } public void setName(String v) { this.name = v; } public String getKind() { return kind; } public void setKind(String v) { kind = v; } }',
    weak: 'Card# card = new Card#(); card.setName(data); card.setKind("a"); String got = card.getName();',
    safe: 'Card# card = new Card#(); card.setName(data); card.setKind("a"); String got = card.getKind();',
  },
  {
    name: 'builder',
    beside:
      'class Card# { private final String name; private final String kind; private Card#(Maker m) { name = m.name; kind = m.kind; } String name() { return name; } String kind() { return kind; } static Maker make() { return new Maker(); } static class Maker { private String name; private String kind; Maker name(String v) { name = v; return this; } Maker kind(String v) { this.kind = v; return this; } Card# build() { return new Card#(this); } } }',
    weak: 'Card# card = Card#.make().name(data).kind("a").build(); String got = card.name();',
    safe: 'Card# card = Card#.make().name(data).kind("a").build(); String got = card.kind();',
  },
  {
    name: 'builder of text',
    weak: 'StringBuilder pen = new StringBuilder(); pen.append(data).append("a").append(1); String got = pen.toString();',
    safe: 'StringBuilder pen = new StringBuilder(data); pen.setLength(0); pen.append("a"); String got = pen.toString();',
  },
  {
    name: 'format',
    weak: 'String got = String.format("%s-%s", data, "a");',
    safe: 'String got = String.format("%d", data.length());',
  },
  {
    name: 'formatted',
    weak: 'String got = "%sa".formatted(data);',
    safe: 'String got = "a%s".formatted("b");',
  },
  {
    name: 'joined',
    weak: 'String got = String.join(",", data, "a");',
    safe: 'String got = String.join(",", "a", "b");',
  },
  {
    name: 'array',
    weak: 'String[] all = new String[3]; all[0] = "a"; all[1] = data; String got = all[1];',
    safe: 'String[] all = new String[3]; all[0] = "a"; all[1] = data; String got = all[0];',
  },
  {
    name: 'list',
    weak: 'List<String> all = new ArrayList<>(); all.add("a"); all.add(data); String got = all.get(1);',
    safe: 'List<String> all = new ArrayList<>(); all.add("a"); all.add(data); String got = all.get(0);',
  },
  {
    name: 'vector and linked list',
    weak: 'Vector<String> all = new Vector<>(5); all.add(0, data); LinkedList<String> more = new LinkedList<>(); more.addLast(all.remove(0)); String got = more.getLast();',
    safe: 'Vector<String> all = new Vector<>(5); all.add(0, data); all.add(1, "a"); LinkedList<String> more = new LinkedList<>(); more.addLast(all.get(1)); String got = more.getLast();',
  },
  {
    name: 'map',
    weak: 'Map<Integer, String> all = new HashMap<>(); all.put(0, "a"); all.put(1, data); String got = all.get(1);',
    safe: 'Map<Integer, String> all = new HashMap<>(); all.put(0, "a"); all.put(1, data); String got = all.get(0);',
  },
  {
    name: 'entries of a map',
    weak: 'Map<String, String> all = new TreeMap<>(); all.put("k", data); String got = ""; for (Map.Entry<String, String> one : all.entrySet()) { got = one.getValue(); }',
    safe: 'Map<String, String> all = new TreeMap<>(); all.put("k", data); String got = ""; for (Map.Entry<String, String> one : all.entrySet()) { got = one.getKey(); }',
  },
  {
    name: 'map of fixed entries',
    weak: 'Map<String, String> all = Map.of("k", data, "l", "a"); String got = all.get("k");',
    safe: 'Map<String, String> all = Map.of("k", data, "l", "a"); String got = all.get("l");',
  },
  {
    name: 'queue',
    weak: 'Queue<String> all = new ArrayDeque<>(); all.offer("a"); all.offer(data); all.poll(); String got = all.poll();',
    safe: 'Queue<String> all = new ArrayDeque<>(); all.offer("a"); all.offer(data); String got = all.poll();',
  },
  {
    name: 'stack',
    weak: 'Deque<String> all = new ArrayDeque<>(); all.push("a"); all.push(data); String got = all.pop();',
    safe: 'Deque<String> all = new ArrayDeque<>(); all.push(data); all.push("a"); String got = all.pop();',
  },
  {
    name: 'iterator',
    weak: 'Set<String> all = new HashSet<>(); all.add(data); Iterator<String> it = all.iterator(); String got = it.next();',
    safe: 'Set<String> all = new HashSet<>(); all.add("a"); Iterator<String> it = all.iterator(); String got = it.next();',
  },
  {
    name: 'iterator of its own',
    beside:
      'class Walk# implements Iterable<String> { private final String v; Walk#(String v) { this.v = v; } public Iterator<String> iterator() { return List.of("a", v).iterator(); } String label() { return "a"; } }',
    weak: 'String got = ""; for (String one : new Walk#(data)) { got = one; }',
    safe: 'String got = new Walk#(data).label();',
  },
  {
    name: 'lambda',
    weak: 'Function<String, String> f = v -> v + "a"; String got = f.apply(data);',
    safe: 'Function<String, String> f = v -> "a"; String got = f.apply(data);',
  },
  {
    name: 'reference to a method',
    members:
      'private static String pass#(String v) { return v; } private static String drop#(String v) { return "a"; }',
    weak: 'UnaryOperator<String> f = Main#::pass#; String got = f.apply(data);',
    safe: 'UnaryOperator<String> f = Main#::drop#; String got = f.apply(data);',
  },
  {
    name: 'interface for a lambda',
    members:
      'interface Turn# { String go(String v) throws Exception; } private String run#(Turn# t, String v) throws Exception { return t.go(v); }',
    weak: 'String got = run#(v -> v.trim(), data);',
    safe: 'String got = run#(v -> "a", data);',
  },
  {
    name: 'supplier',
    weak: 'Supplier<String> s = () -> data; String got = s.get();',
    safe: 'Supplier<String> s = () -> "a"; String got = s.get();',
  },
  {
    name: 'stream',
    weak: 'String got = Stream.of("a", data).filter(v -> v.length() > 1).map(String::trim).findFirst().get();',
    safe: 'String got = Stream.of("a", data).map(v -> "b").findFirst().get();',
  },
  {
    name: 'collected stream',
    weak: 'List<String> all = Arrays.asList("a", data); String got = all.stream().map(v -> v + "x").collect(Collectors.joining(","));',
    safe: 'List<String> all = Arrays.asList("a", data); String got = all.stream().map(v -> "x").collect(Collectors.joining(","));',
  },
  {
    name: 'forEach',
    weak: 'StringBuilder pen = new StringBuilder(); List.of("a", data).forEach(v -> pen.append(v)); String got = pen.toString();',
    safe: 'StringBuilder pen = new StringBuilder(); List.of("a", data).forEach(v -> pen.append("b")); String got = pen.toString();',
  },
];
