import type { LanguageModel } from '../../../flow/language-model.ts';
import type { FileIr, FunctionIr, Param } from '../../../ir/ir.ts';

const servers =
  /^(?:Vapor|Hummingbird\w*|Kitura\w*|Swifter|PerfectHTTP\w*|Smoke\w*|NIOHTTP1|AWSLambda\w*|FlyingFox)$/;

/** Types of server requests, whatever the parameter is called. */
const requests =
  /^(?:Request|RouterRequest|HTTPRequest|HttpRequest|HTTPServerRequest|HTTPServerRequestPart|APIGatewayRequest|APIGatewayV2Request|FunctionURLRequest)$/;

/** Types of data that the system passes on from other applications, pages and servers. */
const handedOver: Readonly<Record<string, string>> = {
  WKScriptMessage: 'message',
  NSUserActivity: 'message',
  UNNotificationResponse: 'message',
  'UIOpenURLContext[]': 'message',
  CKRecord: 'message',
  UNNotification: 'message',
  WKURLSchemeTask: 'message',
  NSAppleEventDescriptor: 'message',
};

/** Delegate methods, by the label of the parameter that another application chooses. */
const byLabel: Readonly<Record<string, string>> = {
  open: 'URL',
  openURLContexts: 'Set',
  handleOpen: 'URL',
  didReceiveRemoteNotification: 'Dictionary',
  didReceiveMessage: 'Dictionary',
  didReceiveMessageData: 'Data',
  didReceiveApplicationContext: 'Dictionary',
  didReceiveUserInfo: 'Dictionary',
  openFile: 'String',
};

export function servesRequests(file: FileIr): boolean {
  return file.imports.some(({ module }) => servers.test(module));
}

export function swiftParameter(fn: FunctionIr, parameter: Param): ReturnType<LanguageModel['parameter']> {
  const { type, name } = parameter;
  const given = type !== null && Object.hasOwn(handedOver, type) ? handedOver[type] : undefined;
  if (given !== undefined) return { source: given };
  if (type !== null && Object.hasOwn(byLabel, name) && byLabel[name] === type && fn.params.length > 1)
    return { source: 'message' };
  // Another device.
  if (name === 'didReceive' && type === 'Data' && fn.params.some((one) => one.name === 'fromPeer'))
    return { source: 'message' };
  if (fn.isArrow && fn.params[0] === parameter && opensAddress.test(textBefore(fn)))
    return { source: 'message' };
  if (!servesRequests(fn.file)) return {};
  if (type !== null && contexts.test(type)) return { sym: '@ctx' };
  if (type !== null && requests.test(type)) return { sym: '@req' };
  // A closure for a route may omit the type of its parameter.
  if (type === null && fn.isArrow && isRouted(fn)) {
    if (fn.params[0] === parameter) return { sym: '@req' };
    if (fn.params[1] === parameter && fn.params.length === 2) return { sym: '@ctx' };
  }
  return {};
}

/** The URL that a SwiftUI view is opened with. */
const opensAddress = /\.(?:onOpenURL|onContinueUserActivity)\s*(?:\([^(){}]{0,200}\)?\s*|\(\s*perform:\s*)?$/;

/** What a server passes beside the request: the path parameters. */
const contexts = /^(?:\w*RequestContext|RouterRequestContext)$/;

const routing =
  /\.(?:get|post|put|patch|delete|head|on|all|webSocket|middleware|GET|POST|PUT|DELETE)\s*(?:\([^(){}]{0,200}\)|\[[^\][]{0,200}\]\s*=)?\s*$|\b(?:use|handler|body)\s*:\s*$/;

/** Whether the closure belongs to a route: `app.get("a") { req in … }`. */
function isRouted(fn: FunctionIr): boolean {
  return routing.test(textBefore(fn));
}

function textBefore({ file, pos }: FunctionIr): string {
  return file.text.slice(Math.max(0, pos - 260), pos);
}
