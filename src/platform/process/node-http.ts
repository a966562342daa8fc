/**
 * The module `node:http` of Node.js. Import only types from it: an import of values also loads
 * `fetch`, which takes 40 ms of a processor and 13 MB.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
