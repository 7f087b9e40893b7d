import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { RouteTree } from './route-tree.ts';

function treeOf(...routes: string[]): RouteTree<string> {
  const tree = new RouteTree<string>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    tree.add(method, path, route);
  }
  return tree;
}

describe('the route tree', () => {
  test('prefers a literal segment to a parameter, in either order of adding', () => {
    for (const routes of [
      ['GET /events/:id', 'GET /events/stream'],
      ['GET /events/stream', 'GET /events/:id'],
    ]) {
      const tree = treeOf(...routes);
      expect(tree.find('GET', '/events/stream')?.value).toBe('GET /events/stream');
      expect(tree.find('GET', '/events/evt_1')).toEqual({
        value: 'GET /events/:id',
        params: { id: 'evt_1' },
      });
    }
  });

  test('falls back to a parameter if the literal leads nowhere', () => {
    const tree = treeOf('DELETE /events/subscriptions/:sub/log', 'GET /events/:id/proof');
    expect(tree.find('GET', '/events/subscriptions/proof')).toEqual({
      value: 'GET /events/:id/proof',
      params: { id: 'subscriptions' },
    });
    expect(tree.methodsAt('/events/subscriptions/proof')).toEqual(['GET']);
  });

  test('at a literal path only has the methods of that path', () => {
    const tree = treeOf('POST /events/batch', 'GET /events/:id', 'DELETE /events/:id');
    expect(tree.find('GET', '/events/batch')).toBeUndefined();
    expect(tree.methodsAt('/events/batch')).toEqual(['POST']);
    expect(tree.methodsAt('/events/batches')).toEqual(['GET', 'DELETE']);
  });

  test('names parameters as each route names them', () => {
    const tree = treeOf('GET /subs/:id', 'PUT /subs/:subId', 'POST /subs/:subId/test/:event');
    expect(tree.find('PUT', '/subs/a')?.params).toEqual({ subId: 'a' });
    expect(tree.find('GET', '/subs/a')?.params).toEqual({ id: 'a' });
    expect(tree.find('POST', '/subs/a/test/b')?.params).toEqual({ subId: 'a', event: 'b' });
  });

  test('decodes parameters and literals once', () => {
    const tree = treeOf('GET /events/:id', 'GET /events');
    expect(tree.find('GET', '/events/a%2Fb%2520c')?.params).toEqual({ id: 'a/b%20c' });
    expect(tree.find('GET', '/%65vents')?.value).toBe('GET /events');
    expect(() => tree.find('GET', '/events/%zz')).toThrow(URIError);
    expect(() => tree.find('GET', '/events/%ff')).toThrow(URIError);
  });

  test.each(['', '/', '//', '/events/', '/events//', '//events', '/Events', '/events/a/b', 'events', '*'])(
    'finds nothing at %j',
    (path) => {
      const tree = treeOf('GET /events/:id', 'GET /events');
      expect(tree.find('GET', path)).toBeUndefined();
      expect(tree.methodsAt(path)).toEqual([]);
    },
  );

  test('is not confused by names of object members', () => {
    const tree = treeOf('GET /:__proto__/constructor', 'GET /toString');
    expect(tree.find('GET', '/constructor')).toBeUndefined();
    expect(tree.find('hasOwnProperty', '/toString')).toBeUndefined();
    expect(tree.find('GET', '/x/constructor')?.value).toBe('GET /:__proto__/constructor');
  });

  test('refuses the same route twice, whatever its parameters are called', () => {
    expect(() => treeOf('GET /a/:id', 'GET /a/:name')).toThrow('GET /a/:name is in the route table twice');
  });

  test('gives the same results as a simple search for any table and path', () => {
    const segment = fc.constantFrom('a', 'b', ':x', ':y');
    const route = fc
      .tuple(fc.constantFrom('GET', 'POST'), fc.array(segment, { minLength: 1, maxLength: 4 }))
      .map(([method, segments]) => `${method} /${segments.join('/')}`);
    const table = fc.uniqueArray(route, {
      maxLength: 12,
      selector: (text) => text.replace(/:[xy]/g, ':'),
    });
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 5 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(table, fc.constantFrom('GET', 'POST'), path, (routes, method, asked) => {
        const fitting = routes.filter((text) =>
          naivePattern(required(text.split(' ')[1], 'the second of the parts')).test(asked),
        );
        // Literals before parameters, from the left.
        const shapes = fitting
          .map((text) => required(text.split(' ')[1], 'the second of the parts').replace(/:[xy]/g, '~'))
          .sort();
        const here = fitting.filter(
          (text) =>
            required(text.split(' ')[1], 'the second of the parts').replace(/:[xy]/g, '~') === shapes[0],
        );
        const tree = treeOf(...routes);
        expect(tree.find(method, asked)?.value).toBe(here.find((text) => text.startsWith(`${method} `)));
        expect(new Set(tree.methodsAt(asked))).toEqual(new Set(here.map((text) => text.split(' ')[0])));
      }),
      { numRuns: 1_000 },
    );
  });
});

function naivePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[xy]/g, '[^/]+')}$`);
}
