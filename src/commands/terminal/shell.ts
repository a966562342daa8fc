/** The process in which a command line was typed: its settings, its directory, and its streams. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv
  /** The working directory. Relative paths are resolved against it. */
  readonly directory: string
  readonly stdin: NodeJS.ReadStream
  readonly stdout: Output
  readonly stderr: Output
}

/** What a command writes to. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}
