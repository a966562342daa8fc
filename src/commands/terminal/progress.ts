import type { Output } from './shell.ts'

const width = 40

/**
 * Draws a progress bar if the stream is a terminal. Use standard error: the result goes to standard
 * output.
 */
export function progressBar(stream: Output): (done: number, total: number) => void {
  if (!stream.isTTY) return () => {}
  const start = performance.now()
  return (done, total) => {
    const full = Math.round((width * done) / total)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    const rate = Math.round((1000 * done) / (performance.now() - start))
    const end = done === total ? '\n' : ''
    stream.write(`\r${bar} ${done} of ${total}, ${rate} per second${end}`)
  }
}
