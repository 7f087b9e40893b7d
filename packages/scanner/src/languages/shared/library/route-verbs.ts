/** Methods of a router that register handlers for a path. */
export const routeVerbs = /^(?:get|post|put|patch|delete|del|all|head|options|use|any|param)$/;
