import { join } from 'node:path'
import ts from 'typescript'

/*
 * Opens `program.ts` in a folder as an editor does, with TypeScript 5. Prints its faults, and the
 * comment that the editor shows at each position, as JSON.
 * $ node editor.ts FOLDER OPTIONS POSITION…
 */
const [folder = '', given = '', ...positions] = process.argv.slice(2)
const file = join(folder, 'program.ts')
const { options } = ts.convertCompilerOptionsFromJson(JSON.parse(given), folder)
const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => folder,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
})
const faults = service
  .getSemanticDiagnostics(file)
  .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
const comments = positions.map((position) =>
  ts.displayPartsToString(service.getQuickInfoAtPosition(file, Number(position))?.documentation),
)
console.log(JSON.stringify({ faults, comments }))
