/** Whom an event of a processor is about. */
export interface EventSubject {
  /** The name of the vault that knows it. */
  readonly vault: string
  /** The processor's id of the customer, or of the seller's account. */
  readonly id: string
  /** Whether the processor says that we have no access to the account any more. */
  readonly isRevoked?: boolean
}

/** A card that was declined in the processor's own fields. */
export interface SetupDecline {
  /** The processor's id of the setup. */
  readonly setupId: string
  /** The identity of the card, if the processor tells it. */
  readonly identity: string | undefined
}

/** What an event of a processor says. */
export interface ProcessorEvent {
  /** The processor's id of the event, the same whenever it is sent. */
  readonly id: string
  /**
   * The customer whose cards may have changed, or the seller's account that may have. Undefined if
   * the event is of no interest.
   */
  readonly about: EventSubject | undefined
  readonly decline: SetupDecline | undefined
}

/**
 * Checks the signature of an event and reads it.
 * @param now milliseconds since the epoch
 * @throws {Refused} invalid_signature
 */
export type ReadEvent = (body: Buffer, signature: string, now: number) => Promise<ProcessorEvent>
