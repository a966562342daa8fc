// Loaded before a measured program. Answers how much its heap has allocated since `start`.
import { GCProfiler, getHeapStatistics } from 'node:v8'

const used = () => getHeapStatistics().used_heap_size

let profiler
let before = 0

process.on('message', (message) => {
  if (message === 'start') {
    profiler = new GCProfiler()
    profiler.start()
    before = used()
    process.send?.(null)
  } else if (message === 'stop') {
    let allocated = 0
    for (const { beforeGC, afterGC } of profiler.stop().statistics) {
      allocated += beforeGC.heapStatistics.usedHeapSize - before
      before = afterGC.heapStatistics.usedHeapSize
    }
    process.send?.(allocated + used() - before)
  }
})
// The benchmark may end without stopping its servers.
process.on('disconnect', () => process.exit())
process.channel?.unref()
