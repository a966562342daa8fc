import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionOf } from './collection.ts'

/*
 * Writes a collection of requests for Postman and newman, made of openapi.json:
 * `npx node scripts/collection/main.ts [FILE]`. The file is foyer.postman_collection.json if none is named.
 */
const root = join(import.meta.dirname, '../..')
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
const file = process.argv[2] ?? 'foyer.postman_collection.json'
writeFileSync(file, `${JSON.stringify(collectionOf(document), null, 2)}\n`)
console.log(`Wrote ${file}`)
