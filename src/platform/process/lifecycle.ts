/**
 * The phase of the program. The probes report it, and while draining connections are not kept
 * alive.
 */
export interface Lifecycle {
  phase: 'starting' | 'ready' | 'draining'
}
