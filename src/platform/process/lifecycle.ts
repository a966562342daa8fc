/** Where the program stands, for the probes and for connections that should not be kept. */
export interface Lifecycle {
  phase: 'starting' | 'ready' | 'draining'
}
