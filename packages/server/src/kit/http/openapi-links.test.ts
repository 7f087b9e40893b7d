import { expect, test } from 'vitest';
import { findLinks } from './openapi-links.ts';
import type { AnyRoute } from './route.ts';

const id = (kind: string) => `${kind}_${'0'.repeat(32)}`;
const route = (method: string, path: string, operationId: string) =>
  ({ method, path, operationId }) as unknown as AnyRoute;

const routes = [
  route('POST', '/v1/shops', 'createShop'),
  route('GET', '/v1/shops/:shopId', 'getShop'),
  route('POST', '/v1/shops/:shopId/orders', 'createOrder'),
  route('GET', '/v1/shops/:shopId/orders/:id', 'getOrder'),
  route('GET', '/v1/items/:name', 'getItem'),
];
const examples = {
  createShop: { request: {}, response: { status: 201, body: { shop_id: id('shp'), owner: id('usr') } } },
  getShop: { request: { params: { shopId: id('shp') } }, response: { status: 200 } },
  createOrder: {
    request: { params: { shopId: id('shp') } },
    response: { status: 202, body: { id: id('ord'), name: 'a' } },
  },
  getOrder: { request: { params: { shopId: id('shp'), id: id('ord') } }, response: { status: 200 } },
  getItem: { request: { params: { name: 'pen' } }, response: { status: 200 } },
};

test('the result of an operation links to operations that take it, whatever the names of field and parameter', () => {
  const { ofOperation, components } = findLinks(routes, examples);
  expect(Object.keys(ofOperation.get('createShop') ?? {})).toEqual(['getShop', 'createOrder']);
  expect(components.GetShop).toEqual({
    operationId: 'getShop',
    parameters: { shopId: '$response.body#/shop_id' },
  });
});

test('the parent id is taken from the path of the request', () => {
  const { ofOperation, components } = findLinks(routes, examples);
  expect(Object.keys(ofOperation.get('createOrder') ?? {})).toEqual(['getOrder']);
  expect(components.GetOrder).toEqual({
    operationId: 'getOrder',
    parameters: { shopId: '$request.path.shopId', id: '$response.body#/id' },
  });
});
