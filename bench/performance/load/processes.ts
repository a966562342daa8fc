import { readFileSync } from 'node:fs'

// proc(5): the fields after the name, which is in brackets. A tick is 10 ms, a page 4 KiB.
const tickUs = 10_000
const pageBytes = 4_096
const field = { user: 11, system: 12, childrenUser: 13, childrenSystem: 14, resident: 21 } as const

function fieldsOf(pid: number | 'self'): number[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

const sum = (values: readonly number[], fields: readonly number[]): number =>
  fields.reduce((total, at) => total + (values[at] ?? 0), 0)

/** The processor time of a process, in microseconds. */
export const processorTime = (pid: number): number =>
  sum(fieldsOf(pid), [field.user, field.system]) * tickUs

/** The processor time of a process and of its children, both running and ended, in microseconds. */
export function processorTimeOfTree(pid: number): number {
  const own = sum(fieldsOf(pid), Object.values(field).slice(0, 4)) * tickUs
  return childrenOf(pid).reduce((total, child) => total + timeIfAlive(child), own)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function timeIfAlive(pid: number): number {
  try {
    return processorTime(pid)
  } catch {
    return 0
  }
}

/** The processor time of this process and of its children that have ended, in microseconds. */
export const ownProcessorTime = (): number =>
  sum(fieldsOf('self'), Object.values(field).slice(0, 4)) * tickUs

/** The resident memory of a process, in bytes. */
export const residentMemory = (pid: number): number =>
  (fieldsOf(pid)[field.resident] ?? Number.NaN) * pageBytes

/** The most resident memory that a process has had, in bytes. */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024
}

/**
 * The time in which the machine's processors worked for programs or were taken by other machines on
 * the same hardware, and the whole time, in microseconds. Interrupts belong to nobody.
 */
export function machineTime(): { readonly busy: number; readonly total: number } {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = times
  const total = times.reduce((all, time) => all + time, 0)
  return { busy: (user + nice + system + stolen) * tickUs, total: total * tickUs }
}
