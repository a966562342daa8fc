/** A request of an application, for its developer. It has no personal data. */
export interface ApplicationLine {
  readonly applicationId: number
  readonly requestId: string
  /** The name of the operation in the OpenAPI document. */
  readonly operation: string
  readonly status: number
}

export type LogApplication = (line: ApplicationLine) => void
