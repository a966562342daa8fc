import { readFileSync } from 'node:fs'

/** How many clock ticks of `/proc` make a second. Linux has 100 on all its platforms. */
const ticksPerSecond = 100

/**
 * The processor time that a process and its ended children have used, in seconds. Children that
 * still run do not count. Where there is no `/proc`, children do not count, and only this process
 * can be measured.
 */
export function processorSeconds(pid: number = process.pid): number {
  try {
    // The name of the program, in brackets, may contain spaces. Fields 14 to 17 are the times.
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const ticks = fields.split(' ').slice(11, 15)
    return ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond
  } catch {
    if (pid !== process.pid) return 0
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}
