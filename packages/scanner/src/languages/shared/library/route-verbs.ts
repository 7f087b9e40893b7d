/** Methods of a router that put functions behind an address. */
export const routeVerbs = /^(?:get|post|put|patch|delete|del|all|head|options|use|any|param)$/;
