import { createClient } from '@hey-api/openapi-ts'

/*
 * Generates a client from a document: `node generate-hey-api.ts DOCUMENT FOLDER`. A configuration
 * for Node.js, which asks for the extension of a file that is imported.
 */
const [input = '', path = ''] = process.argv.slice(2)
await createClient({
  input,
  output: { path, importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
})
